import type { IntentInfo } from "../../core/agent/agent.ts";
import { isHeld } from "../draft/binding-yes.ts";
import { clausesOf } from "../draft/clauses-of.ts";
import {
  because,
  type Draft,
  decided,
  goOn,
  type RuleResult,
  stageOf,
  type Turn,
  wishOf,
  wordless,
} from "../draft/draft.ts";
import { handOver } from "../modes/hand-over.ts";
import { followInfo } from "./follow-intents.ts";

/**
 * A quantity of goods ("5 frascos", "2 para mí y 1 para mi hermana") is the pack of that size. A
 * person sells more than the largest pack, at a price of their own, where the shop says so
 * (`handoff.tooMany`).
 */
export function chooseQuantity(turn: Turn, draft: Draft): RuleResult {
  const { flow, reading, rules } = turn;
  const stage = stageOf(flow, draft.mode);
  const wished = ((rules ?? reading)?.messages ?? []).findLast(({ quantity }) => quantity != null)?.quantity ?? null;
  if (reading === null || wished === null || stage === "confirmed" || stage === "provisional") return goOn(draft);
  const { units, isAsked } = wished;
  const isAwaited = stage !== "welcome";
  if (wished.isAnswer === true && !isAwaited) return goOn(draft);
  // One piece is what a shop of lists reads from its list, and a person need not count it.
  if (units === 1 && flow.lines !== undefined) return goOn(draft);
  const info = wishOf(turn);
  const most = Math.max(0, ...flow.packs.map(({ quantity }) => quantity));
  const notice = flow.handoff.tooMany;
  // "4", to "1, 2 or 3?": no pack, and no wish for a larger order either.
  if (units > most && wished.isAnswer === true) return goOn(draft);
  // So many are a price of their own, and a person's.
  if (units > most && units < 2 * most && isAsked) {
    const told = tellPacks(turn, draft, info);
    if (told !== null) return told;
  }
  if (units > most && notice !== undefined) {
    const reason = `${units} are more than the largest pack`;
    return decided(handOver(turn, { ...draft, intentInfo: info }, notice, reason));
  }
  const isListed = flow.lines !== undefined && (draft.data[flow.lines.field] ?? "") !== "";
  if (flow.lines !== undefined && !isListed && !isAsked) {
    return decided(
      handOver(turn, { ...draft, intentInfo: info }, flow.handoff.orderBlocked, `${units} were not read as a list`),
    );
  }
  const pack = flow.packs.find(({ quantity }) => quantity === units);
  if (isAsked || pack === undefined || isReserved(turn)) return goOn(draft);
  // The pack of the summary, named once more beside a yes, is that yes.
  if (stage === "summary" && pack.id === draft.pack && !namesOther(turn, info, pack.id)) return goOn(draft);
  return choosePack(turn, draft, pack.id, `${units} in all: the pack of that size`);
}

/** "¿Y si son 4?": what the shop sells is told once; who then wants four gets a person. */
function tellPacks(turn: Turn, draft: Draft, info: IntentInfo | null): RuleResult | null {
  const { flow, input } = turn;
  const intent = Object.values(flow.intents).find(({ effect }) => effect === "offer")?.asQuestion;
  if (intent === undefined || input.session.intentsVistos.some((seen) => seen.intent === intent)) return null;
  const reasoning = "more than the largest pack, in a question: the packs are told";
  const asked = { ...(info ?? wordless(intent)), intent, confidence: 100, reasoning };
  return followInfo(turn, because(draft, reasoning), {
    ...asked,
    alternatives: info === null ? [] : withoutPacks(turn, info),
    isSettled: true,
  });
}

/** A list of lines names several packs; the order stands under the first. */
export function chooseListed(turn: Turn, draft: Draft): RuleResult {
  const isListed = turn.flow.lines !== undefined && draft.captured.includes(turn.flow.lines.field);
  return isListed && draft.pack !== null ? choosePack(turn, draft, draft.pack, "the packs were listed") : goOn(draft);
}

function choosePack(turn: Turn, draft: Draft, pack: string, reasoning: string): RuleResult {
  const info = wishOf(turn);
  const intent = Object.keys(turn.flow.intents).find((name) => turn.flow.intents[name]?.pack === pack);
  if (intent === undefined || (info !== null && chooses(turn, info, intent))) return goOn(draft);
  const beside = info === null ? [] : withoutPacks(turn, info);
  const chosen: IntentInfo = {
    ...(info ?? wordless(intent)),
    intent,
    confidence: 100,
    reasoning,
    alternatives: beside,
  };
  return followInfo(turn, because(draft, reasoning), chosen);
}

/**
 * A number beside a refusal, a doubt or a condition chooses nothing. While the sale only begins, a
 * doubt may be about anything ("no sé manejar esto, quiero un frasco").
 */
function isReserved(turn: Turn): boolean {
  const stage = stageOf(turn.flow, turn.input.session.mode);
  const isBeginning = stage === "welcome" || stage === "talk" || stage === "collect";
  const clauses = clausesOf(turn) ?? [];
  // "No pues, qué duro es usted. Mándeme dos": what they say last is what they want.
  const isChosenLast = clauses.at(-1) === "choice" && !setsCondition(turn);
  return isHeld(turn) || (!isBeginning && clauses.includes("reserve") && !isChosenLast);
}

function setsCondition({ flow, reading }: Turn): boolean {
  return (reading?.messages ?? []).some(({ text }) => flow.reader.setsCondition?.(text) === true);
}

/** The intent says so already, alone, and surely enough to be acted upon. */
function chooses({ flow }: Turn, info: IntentInfo, intent: string): boolean {
  const isSure = [info, ...info.alternatives].some(
    (one) => one.intent.split("+").includes(intent) && one.confidence >= flow.bands.act,
  );
  if (!isSure) return false;
  const named = [info, ...info.alternatives].flatMap((one) => one.intent.split("+"));
  return named.includes(intent) && named.every((one) => one === intent || flow.intents[one]?.effect !== "choose_pack");
}

/** "Dos, no, uno": a pack that they took back is named as well. */
function namesOther({ flow }: Turn, info: IntentInfo | null, pack: string): boolean {
  const named = info === null ? [] : [info, ...info.alternatives].flatMap(({ intent }) => intent.split("+"));
  return named.some((name) => flow.intents[name]?.effect === "choose_pack" && flow.intents[name].pack !== pack);
}

function withoutPacks({ flow }: Turn, { intent, confidence, alternatives }: IntentInfo): IntentInfo["alternatives"] {
  const beside = [{ intent, confidence }, ...alternatives];
  return beside.filter((one) => one.intent.split("+").every((name) => flow.intents[name]?.effect === "inform"));
}
