import type { IntentInfo } from "../../core/agent/agent.ts";
import { plainText } from "../../core/plain-text.ts";
import { type FlowDefinition, PICKUP_STEPS, type Step } from "../definition/flow-definition.ts";
import { isHeld, isNothingButChoice, isPlainYes, isReservedYes, namesChosenPack } from "../draft/binding-yes.ts";
import { clausesOf, hasProgressed } from "../draft/clauses-of.ts";
import {
  because,
  type Draft,
  decided,
  justSaid,
  type RuleResult,
  say,
  stageOf,
  type Turn,
  wishOf,
  wordless,
} from "../draft/draft.ts";
import { enterSummary, goOnWithYes } from "../modes/enter-stage.ts";
import { handOver } from "../modes/hand-over.ts";
import { hasChosenDelivery } from "../orders/choose-delivery.ts";
import { askWhichPack, beginPurchase, contradictsFigure, countsAnew, offerAnew } from "../orders/which-pack.ts";
import { hasKnownData } from "../sale/known-fields.ts";
import { packSpokenOf } from "../sale/pack-spoken-of.ts";
import { followEdit, withSupposedPack } from "../told/ingest-data.ts";
import { offeredIntents, whichOfTwo } from "./ask-which.ts";
import { carryOut, type Wanted } from "./effects.ts";
import { withHeardWish } from "./heard-wish.ts";
import { asksSomething, isDenial, isOnlyConsent, isSure, isTalking } from "./is-sure.ts";
import { isUnreserved, isWitnessed } from "./is-witnessed.ts";
import { entryFor, type NamedEntry, namedEntries, tell, tellNamed } from "./knowledge.ts";
import { noteDoubt } from "./note-doubt.ts";
import { isUnanswered, speak } from "./speak.ts";
import { isAskedAlready } from "./stop-asking.ts";
import { suppose } from "./suppose.ts";

interface Scored {
  readonly intent: string;
  readonly confidence: number;
}

/**
 * What is wanted, and how sure that is (requirements A21, B5, D3): acted upon, asked about once, or
 * left to a person.
 */
export function followIntents(turn: Turn, draft: Draft): RuleResult {
  const info = wishOf(turn);
  if (info === null)
    return decided({ ...draft, intentInfo: draft.intentInfo ?? wordless("datos") }, "nothing was asked");
  return followInfo(turn, draft, info);
}

export function followInfo(turn: Turn, draft: Draft, info: IntentInfo): RuleResult {
  const scored = dropRedundant(turn, draft, withItsYes(turn, splitGreetings(turn.flow, info)));
  const sureOf = scored.flatMap((one): Wanted[] => {
    const definition = turn.flow.intents[one.intent];
    const isActedUpon =
      definition !== undefined &&
      isSure(turn, one, definition) &&
      !contradictsFigure(turn, definition.pack) &&
      !(
        definition.effect === "inform" &&
        (isOnlyConsent(turn) || (isDenial(turn) && one.confidence < turn.flow.bands.act))
      );
    return isActedUpon &&
      isUnreserved(turn, info, definition) &&
      (info.engine !== "model" || isWitnessed(turn, one.intent, definition))
      ? [{ intent: one.intent, definition }]
      : [];
  });
  const sure = withHeardWish(turn, withoutGuessedPacks(turn, scored, sureOf), info);
  // "No dos sino tres", heard as "not yet": the next yes must not order the two.
  const isTelling =
    draft.captured.length > 0 ||
    sure.some(({ definition }) => !LEAVES_OPEN.includes(definition.effect) && !isOfTheSummary(turn, definition));
  if (!isTelling && countsAnew(turn))
    return decided(offerAnew(turn, noteDoubt(turn, { ...draft, intentInfo: info }, info)));
  const entries = isOnlyConsent(turn) ? [] : namedEntries(turn, draft);
  const answered = entries.length === 0 ? null : answerEntries(turn, draft, { entries, sure, info, scored });
  if (answered !== null) return decided(askAgain(turn, mindEdit(turn, answered)));
  const found = isOnlyConsent(turn) ? null : entryFor(turn, draft, sure);
  if (found !== null) return decided(askAgain(turn, tell(turn, draft, found)));
  const isChosen =
    sure !== sureOf || (isNothingButChoice(turn) && sure.some(({ definition }) => definition.effect === "choose_pack"));
  const between = info.isSettled === true || isChosen ? null : whichOfTwo(turn, draft, info);
  if (between !== null && offeredIntents(turn) === null && !justSaid(turn, "clarify")) {
    const asking = because(wake(turn, { ...draft, intentInfo: info }), `one of two (${info.reasoning}): asked which`);
    return decided({ ...asking, choice: between });
  }
  const named = because(
    { ...draft, intentInfo: info },
    `intent ${info.intent} (${info.confidence}): ${info.reasoning}`,
  );
  if (sure.length > 0 && !isTooUnsure(turn.flow, info))
    return decided(askAgain(turn, mindEdit(turn, act(turn, named, sure))));
  const isOpen = isUnanswered(turn.flow, info) && !isTooUnsure(turn.flow, info);
  if (isOpen && turn.spoken !== undefined) return decided(mindEdit(turn, speak(turn, named, turn.spoken)));
  const open = isOpen ? { ...named, unanswered: named } : named;
  const supposed = sure.length > 0 || isTooUnsure(turn.flow, info) ? null : suppose(turn, draft, info);
  if (supposed !== null) return decided(askAgain(turn, mindEdit(turn, wake(turn, supposed))));
  const told = hasChosenDelivery(turn, draft) ? { ...draft, intentInfo: wordless("datos") } : open;
  if (draft.captured.length > 0 || draft.steps.length > 0)
    return decided(mindEdit(turn, startedWithData(turn, told, info)));
  const putOff = isReservedYes(turn) || isHeld(turn) ? postponement(turn, draft) : null;
  if (putOff !== null)
    return decided(carryOut(turn, because(named, "a reservation, a refusal or a condition: not yet"), putOff));
  return decided(unsure(turn, open, info));
}

/** "El de 169.900", of which a model guesses another pack: a pack that is sure stands alone. */
function withoutGuessedPacks({ flow }: Turn, scored: readonly Scored[], sure: readonly Wanted[]): readonly Wanted[] {
  const isSurely = ({ intent }: Wanted): boolean => confidenceIn(scored, intent) >= flow.bands.act;
  const packs = sure.filter(({ definition }) => definition.effect === "choose_pack");
  return packs.some(isSurely) ? sure.filter((one) => !packs.includes(one) || isSurely(one)) : sure;
}

function confidenceIn(scored: readonly Scored[], name: string): number {
  return scored.find(({ intent }) => intent === name)?.confidence ?? 0;
}

/** The pack that the summary shows: beside another number it was heard wrongly. */
function isOfTheSummary({ input }: Turn, { pack }: Wanted["definition"]): boolean {
  return pack !== undefined && pack === input.session.packSeleccionado;
}

const LEAVES_OPEN: readonly Wanted["definition"]["effect"][] = ["inform", "postpone"];

/**
 * The entries that the classifier names, and beside them what else was asked for sure. null when the
 * words end the sale or want a person: then nothing is said before that.
 */
function answerEntries(
  turn: Turn,
  draft: Draft,
  {
    entries,
    sure,
    info,
    scored,
  }: {
    readonly entries: readonly NamedEntry[];
    readonly sure: readonly Wanted[];
    readonly info: IntentInfo;
    readonly scored: readonly Scored[];
  },
): Draft | null {
  const { act: actFrom } = turn.flow.bands;
  // A weaker reading of the same words is no second question, and no wish to buy.
  const beside = sure.filter(
    ({ intent, definition }) =>
      !["inform", "start_collecting"].includes(definition.effect) || confidenceIn(scored, intent) >= actFrom,
  );
  // "¿La mitad ahora y lo otro en la quincena?" is more surely a question than a "not yet": it is answered, and nothing presses.
  const isPutOffLess = ({ intent, definition }: Wanted): boolean =>
    definition.effect === "postpone" && entries.some(({ confidence }) => confidence > confidenceIn(scored, intent));
  if (beside.some((one) => ENDS.includes(one.definition.effect) && !isPutOffLess(one))) return null;
  const told = tellNamed(turn, draft, entries);
  const questions = beside.filter(({ intent }) => intent !== turn.flow.greeting);
  if (questions.length === 0) return told;
  return act(turn, { ...told, intentInfo: info }, questions);
}

const ENDS: readonly Wanted["definition"]["effect"][] = ["hand_over", "close", "postpone", "cancel"];

/**
 * A yes beside a question or a doubt has ordered nothing: the agent answers the rest and asks for
 * the yes again.
 */
function askAgain(turn: Turn, draft: Draft): Draft {
  const isSummed = stageOf(turn.flow, turn.input.session.mode) === "summary" && !hasProgressed(turn, draft);
  const isOver = draft.handoff !== null || draft.closesSession || draft.isPostponed || draft.steps.length > 0;
  const clauses = clausesOf(turn) ?? [];
  // "Contraentrega", to the question of the summary, says how they pay.
  const agrees =
    clauses.includes("yes") ||
    (draft.asked.some((intent) => intent !== turn.flow.greeting) && clauses.every((kind) => kind === "courtesy"));
  if (!isSummed || isOver || !agrees) return draft;
  return say(because(draft, "a yes with more beside it: asked once more"), "askConfirmation");
}

/** Modes in which a purchase waits for its yes. */
function postponement({ flow, input }: Turn, { mode }: Draft): Wanted | null {
  const stage = stageOf(flow, mode);
  if (mode !== input.session.mode || (stage !== "offer" && stage !== "summary")) return null;
  const intent = Object.keys(flow.intents).find((one) => flow.intents[one]?.effect === "postpone");
  const definition = intent === undefined ? undefined : flow.intents[intent];
  return intent === undefined || definition === undefined ? null : { intent, definition };
}

/** Data told beside a question changes the purchase as well. */
function mindEdit(turn: Turn, draft: Draft): Draft {
  const isOver = draft.handoff !== null || draft.closesSession || draft.steps.length > 0;
  const isSame = draft.mode === turn.input.session.mode;
  return draft.captured.length > 0 && isSame && !isOver ? followEdit(turn, draft) : draft;
}

/**
 * A customer who asks for a person gets one, whatever else is said. Otherwise one thing is done,
 * and questions are answered with it.
 */
function act(turn: Turn, draft: Draft, sure: readonly Wanted[]): Draft {
  const wayOut = sure.find(({ definition }) => definition.effect === "hand_over");
  if (wayOut !== undefined) return carryOut(turn, lead(see(draft, [wayOut]), wayOut), wayOut);
  const packs = new Set(sure.flatMap(({ definition }) => definition.pack ?? []));
  if (packs.size > 1)
    return say(because(wake(turn, draft), `${[...packs].join(" and ")}: which one is asked`), "whichPack");
  const doing = whatToDo(draft, sure);
  const { greeting, limits } = turn.flow;
  const informs = sure.filter(({ definition }) => definition.effect === "inform");
  const questions = informs.filter(({ intent }) => intent !== greeting).slice(0, limits.intents);
  // A greeting takes no place from a question.
  const asking =
    doing === undefined ? informs.filter((one) => one.intent === greeting || questions.includes(one)) : questions;
  const seen = see(draft, [...(doing === undefined ? [] : [doing]), ...asking]);
  const answered = asking.reduce((next, wanted) => carryOut(turn, next, wanted), wake(turn, seen));
  if (doing !== undefined) return carryOut(turn, lead(answered, doing), doing);
  const [first] = questions;
  if (first === undefined) return hasKnownData(turn) ? say(answered, "knownData") : answered;
  // A wish to buy that the data says already gives way to a question beside it.
  const isLed = sure.some(({ intent }) => intent === answered.intentInfo?.intent);
  return isLed ? answered : lead(answered, first);
}

/** Unclear once: ask. Unclear twice in a row, or not understood at all: a person, who also sees the guess. */
function unsure(turn: Turn, draft: Draft, info: IntentInfo): Draft {
  const { flow } = turn;
  if (repeatsKnownDatum(turn)) {
    const known: Draft = { ...wake(turn, draft), intentInfo: wordless("datos") };
    return say(because(known, "a datum that is known already: asked on"), clarification(turn, draft));
  }
  // "Esa me sirve": no intent of its own, and a yes all the same.
  const stage = stageOf(flow, turn.input.session.mode);
  if (stage === "collect" && isPlainYes(turn)) {
    const agreed = because(draft, "a yes while data is collected");
    return goOnWithYes(turn, agreed) ?? say(agreed, "missingData");
  }
  if (stage !== "collect" && packSpokenOf(turn) !== null)
    return stage === "offer" ? askWhichPack(turn, draft) : beginPurchase(turn, draft);
  // "El de tres me rinde más", in words that chose nothing, and the data is there: the summary asks.
  const supposed = stage === "collect" ? withSupposedPack(turn, draft) : draft;
  if (supposed.pack !== draft.pack) return enterSummary(turn, wake(turn, supposed));
  const isClarified = isAskedAlready(turn) || offeredIntents(turn) !== null;
  // Words that no reading knows, in answer to our question: it is asked again before a person is.
  const isAwaited = stage === "summary" || stage === "offer";
  const isHopeless = (info.confidence < flow.bands.clarify && !isAwaited) || isTooUnsure(flow, info);
  if (!isHopeless && !isClarified) {
    const asked = because(wake(turn, draft), "unclear: asked what they mean");
    return say(noteDoubt(turn, asked, info), clarification(turn, draft));
  }
  const likely = isHopeless ? null : (likelyAnswer(turn, info) ?? pricesFor(turn, info));
  if (likely !== null) {
    const shown = because(wake(turn, draft), `unclear twice: ${likely} is told, before a person`);
    return { ...shown, asked: [...shown.asked, likely], seen: [...shown.seen, likely] };
  }
  const reason = isClarified ? "unclear twice in a row" : "not understood";
  const logged: Draft = { ...noteDoubt(turn, draft, info), seen: [...draft.seen, flow.unknownIntent] };
  return handOver(turn, logged, flow.unknownIntent, reason);
}

/** A guess from here on is a sign of what the customer may want. */
const SIGN_OF_A_WISH = 25;

/** A question that the words may well have asked, and that was not answered yet. */
function likelyAnswer(turn: Turn, { intent, confidence }: IntentInfo): string | null {
  const { flow, input } = turn;
  const name = intent.split("+").at(-1) ?? "";
  const isSeen = input.session.intentsVistos.some((one) => one.intent === name);
  if (!isTalking(turn) || isHeld(turn) || !asksSomething(turn) || name === flow.greeting || isSeen) return null;
  return confidence >= flow.bands.clarify && flow.intents[name]?.effect === "inform" ? name : null;
}

/** The intent that tells the packs and their prices, for a customer who seems to buy and has not heard them. */
function pricesFor(turn: Turn, { intent, confidence, alternatives }: IntentInfo): string | null {
  const { flow, input } = turn;
  if (!isTalking(turn) || isHeld(turn)) return null;
  const guesses = [{ intent, confidence }, ...alternatives].filter((one) => one.confidence >= SIGN_OF_A_WISH);
  const seen = input.session.intentsVistos.map((one) => one.intent);
  const wishes = [...guesses.map((one) => one.intent), ...seen].flatMap((one) => one.split("+"));
  const effects = wishes.map((one) => flow.intents[one]?.effect);
  const wants = effects.includes("start_collecting") || effects.includes("choose_pack");
  const prices = Object.values(flow.intents).find(({ effect }) => effect === "offer")?.asQuestion;
  return wants && prices !== undefined && !seen.includes(prices) ? prices : null;
}

/**
 * A pack says more than the wish to buy; but a yes to the pack that the summary shows is that yes.
 */
function whatToDo({ pack }: Draft, sure: readonly Wanted[]): Wanted | undefined {
  const confirms = sure.find(({ definition }) => definition.effect === "confirm");
  const chooses = sure.find(({ definition }) => definition.effect === "choose_pack");
  if (chooses !== undefined && !(confirms !== undefined && chooses.definition.pack === pack)) return chooses;
  return confirms ?? sure.find(({ definition }) => definition.effect !== "inform");
}

/** "Santander", "Bogotá, Bogotá D.C.", at the summary that names it: the customer goes through the list that they were given. */
function repeatsKnownDatum({ flow, input }: Turn): boolean {
  const { mode, datosCapturados } = input.session;
  const stage = stageOf(flow, mode);
  if (stage !== "offer" && stage !== "summary") return false;
  const known = new Set(Object.values(datosCapturados).flatMap((value) => plainText(String(value)).split(" ")));
  const said = plainText(input.message)
    .split(" ")
    .filter((word) => word.length > 2);
  return said.length > 0 && said.every((word) => known.has(word));
}

/** An awaited answer is asked for once more. */
function clarification(turn: Turn, draft: Draft): Step {
  const stage = stageOf(turn.flow, draft.mode);
  if (stage === "summary") return "askConfirmation";
  return stage === "offer" && !justSaid(turn, "whichPack") ? "whichPack" : "clarify";
}

/**
 * A first message with data and a greeting or a wish to buy: answered with what is still missing.
 */
function startedWithData(turn: Turn, draft: Draft, info: IntentInfo): Draft {
  const { flow, input } = turn;
  const began = stageOf(flow, input.session.mode);
  const hasStarted = (began === "welcome" || began === "talk") && stageOf(flow, draft.mode) === "collect";
  const asks = (turn.reading?.messages ?? []).some(({ text }) => text.includes("?"));
  if (
    draft.steps.length === 0 &&
    asks &&
    (info.intent === flow.unknownIntent || info.confidence < flow.bands.reanalyse)
  )
    return say(because(draft, "a question that was not understood: asked what they mean"), "clarify");
  if (!hasStarted || draft.steps.length > 0) return because(draft, "nothing else was asked");
  const said = splitGreetings(flow, info);
  const buying = said.find(({ intent }) => flow.intents[intent]?.effect === "start_collecting");
  if (buying !== undefined) {
    return say(
      { ...because(draft, "they buy: what is missing is asked"), seen: [...draft.seen, buying.intent] },
      "askData",
    );
  }
  return said.some(({ intent }) => intent === flow.greeting)
    ? say(draft, "softRetry")
    : because(draft, "nothing else was asked");
}

/** Nothing but a yes, at the summary: a wish to buy in it, or the pack that it names, is that yes ("sí los dos"). */
function withItsYes(turn: Turn, scored: Scored[]): Scored[] {
  const { flow, input } = turn;
  if (!isOnlyConsent(turn)) return scored;
  const confirm = Object.keys(flow.intents).find((name) => flow.intents[name]?.effect === "confirm");
  if (confirm === undefined || scored.some(({ intent }) => intent === confirm)) return scored;
  const isTheYes = ({ intent }: Scored): boolean =>
    flow.intents[intent]?.effect === "start_collecting" ||
    (flow.intents[intent]?.pack === input.session.packSeleccionado && namesChosenPack(turn));
  return scored.map((one) => (isTheYes(one) ? { ...one, intent: confirm } : one));
}

/** Only in a cautious shop (D3). */
function isTooUnsure({ lowConfidenceHandoff }: FlowDefinition, { confidence }: IntentInfo): boolean {
  return lowConfidenceHandoff !== null && confidence < lowConfidenceHandoff;
}

/** `hola+precio` is `hola` and `precio`; the order of the classifier stays. */
function splitGreetings({ greeting }: FlowDefinition, info: IntentInfo): Scored[] {
  const all = [info, ...info.alternatives].flatMap(({ intent, confidence }) =>
    intent.startsWith(`${greeting}+`)
      ? [
          { intent: greeting, confidence },
          { intent: intent.slice(greeting.length + 1), confidence },
        ]
      : [{ intent, confidence }],
  );
  return all.filter((one, index) => all.findIndex(({ intent }) => intent === one.intent) === index);
}

/**
 * The data shows that they buy: the wish beside it adds nothing. While data is collected, there is
 * no greeting.
 */
function dropRedundant(turn: Turn, draft: Draft, scored: readonly Scored[]): Scored[] {
  const stage = stageOf(turn.flow, draft.mode);
  const isCollecting = stage === "collect";
  const isTalking = stage === "welcome" || stage === "talk";
  const spokenOf = draft.steps.some((step) => PICKUP_STEPS.some((one) => one === step))
    ? turn.flow.pickup?.speaksOf
    : [];
  return scored.filter(({ intent }) => {
    const effect = turn.flow.intents[intent]?.effect;
    if (spokenOf?.includes(intent) === true) return false;
    if (effect === "start_collecting" && ((draft.captured.length > 0 && !isTalking) || draft.steps.length > 0))
      return false;
    if (turn.flow.intents[intent]?.unlessTold === true && draft.captured.length > 0) return false;
    return !(intent === turn.flow.greeting && isCollecting);
  });
}

function see(draft: Draft, wanted: readonly Wanted[]): Draft {
  return { ...draft, seen: [...draft.seen, ...wanted.map(({ intent }) => intent)] };
}

/** The record shows what was acted upon. */
function lead(draft: Draft, { intent }: Wanted): Draft {
  const info = draft.intentInfo;
  if (info === null || info.intent === intent || info.intent.endsWith(`+${intent}`)) return draft;
  const found = info.alternatives.find((other) => other.intent === intent);
  if (found === undefined) return draft;
  const others = [
    { intent: info.intent, confidence: info.confidence },
    ...info.alternatives.filter((one) => one !== found),
  ];
  return { ...draft, intentInfo: { ...found, alternatives: others, reasoning: `${info.reasoning}; ${intent} leads` } };
}

/** The first answer ends the welcome. */
function wake({ flow }: Turn, draft: Draft): Draft {
  return stageOf(flow, draft.mode) === "welcome" ? { ...draft, mode: flow.purposes.talk } : draft;
}
