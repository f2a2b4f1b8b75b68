import type { Engine } from "../../core/agent/intent.ts";
import type { ClassifiedIntent, Classifier, ClassifierContext } from "../../core/ports/model/classifier.ts";
import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { readAcknowledgement, readBareNumber } from "../clauses/acknowledgement.ts";
import type { DangerReader } from "../danger/danger-model.ts";
import type { HeadVerdict } from "../linear/head-model.ts";
import type { LinearClassifier, LinearVerdict } from "../linear/linear-classifier.ts";
import { readModelFile } from "../linear/model-file.ts";
import { foldText } from "../text/fold-text.ts";
import { type Clause, splitWishes, withoutGreeting } from "../text/split-clauses.ts";
import { agreed, CLEAR, contradicted, LIKELY, NO_QUESTION, unaided } from "./combine-verdicts.ts";
import { isEntryLabel } from "./entry-label.ts";
import type { GreetingJoin, IntentRule } from "./intent-rule.ts";
import { createRuleClassifier, FALLBACK_INTENT, type ScoredIntent, scoreIntents } from "./rule-classifier.ts";

export interface LocalClassifierOptions {
  readonly rules: readonly IntentRule[];
  /**
   * The parsed model file that `recado nlu train` has written; read once, when it is first needed.
   */
  readonly model: () => unknown;
  /** The label of training texts that no intent covers. */
  readonly outside?: string;
  /**
   * Intents that may be acted upon without a language model, even if there is one; the model reads
   * the others as well.
   */
  readonly settles: readonly string[];
  /**
   * The same for a rule and the trained model together, for words that ask nothing; neither may
   * alone.
   */
  readonly settlesTogether?: readonly string[];
  /**
   * Intents for which a clear rule is believed whatever the model says: a customer who wants a
   * person, or no more messages, says so.
   */
  readonly neverLowered?: readonly string[];
  /**
   * The trained head that listens for what the rules of an intent look for. It hears what no rule does, and
   * where it is sure that the words say nothing of it, a rule is no sign: "¿y si es estafa cómo reclamo?" complains of nothing yet.
   */
  readonly witnesses?: Readonly<Record<string, string>>;
  /** Hears danger, in the place of a trained head of that name. */
  readonly danger?: DangerReader;
  readonly join: GreetingJoin;
  /** Tells words that mean nothing to the shop from random keys. */
  readonly isWord?: (folded: string) => boolean;
}

/** From here on two that agree are as good as a threshold: measured, 97 in 100 are right. */
const SETTLED = 92;

/**
 * Rules for what is sure, a trained model for what no rule is sure of, and one confidence for both.
 * Clauses are read apart, so two wishes in one message are two; a greeting before them is set
 * aside.
 */
export function createLocalClassifier(options: LocalClassifierOptions): Classifier {
  const byRules = createRuleClassifier(options.rules, options.join, options.isWord);
  let loaded: LinearClassifier | null = null;
  const linear = (): LinearClassifier => {
    loaded ??= readModelFile(options.model());
    return loaded;
  };
  const opinionsOn = remembering((said) => askModel(linear(), said), SOME_TEXTS);
  // A message is asked about for each head, each rule and each guess.
  const verdictsOn = remembering((said) => linear().hear(said), SOME_TEXTS);
  const heardOn = (said: string) => withDanger(options.danger, said, verdictsOn(said));
  return {
    classifyIntent: (text, context) =>
      classify({ ...options, byRules, linear: linear(), opinionsOn, verdictsOn }, text, context),
    hear: remembering((text) => hear(heardOn, foldText(text)), SOME_TEXTS),
    prepare: () => {
      linear();
      options.danger?.prepare?.();
    },
    get labels() {
      return linear().labels;
    },
    get localModel() {
      return linear().hash;
    },
  };
}

/** Fewer words are left to the signs of the heads' own lists: "no entiendo", a name, a greeting. */
const FEWEST_HEARD = 3;

/** All of its words say that the last order is wanted again, or a number: no more can be meant by them. The signs still hear them. */
const AGAIN =
  "(?:otra vez|de nuevo|nuevamente|lo mismo|el mismo|lo de siempre|igual(?: que)?|como siempre|la vez pasada|la otra vez)";
const BESIDE_AGAIN =
  "(?:y|pues|bueno|listo|porfa|por favor|gracias|veci\\w{0,3}|de|lo|la|el|pedido|me|deme|repit[ae](?:me)?|mand[ae](?:me)?|quiero|con ustedes|,)";
const ORDERS_AGAIN = new RegExp(`^(?:${BESIDE_AGAIN} ){0,4}${AGAIN}(?: (?:${BESIDE_AGAIN}|${AGAIN})){0,6}$`);
const GOES_FOR =
  /^(?:(?:yo|entonces|pues|listo|bueno|ya|,) ){0,3}(?:me|nos) (?:voy|vamos|quedo|quedamos|apunto|animo|tiro|lanzo|decido) (?:pa|para|por|con|a) (?:(?:el|la|los|las|de|un|una) ){0,3}(?:uno?|una|dos|tres|par|[1-3])(?: (?:no mas|y ya|pues|entonces|porfa|por favor|gracias|frascos?|tarros?)){0,3}$/;

/** "Me antojé de las pastillitas": no more than a wish. */
const FANCIES =
  /^(?:(?:hola|ay|uy|es que|pues|ya|,) ){0,3}(?:me|nos) antoj(?:e|o|amos|aron|ado) (?:de|con) (?:(?:l[oa]s?|el|es[oa]s?|un[oa]?) )?\w+$/;
/** A telephone in words: "tres cero uno ocho cuatro". */
const OF_A_NUMBER =
  /^(?:mi|el|es|cel|celu|celular|tel|telefono|numero|cero|un|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\w+|veint\w+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|ciento|\w+cientos|quinientos|y)$/;

/** "Déjelo en dos", "súbale a tres": it sounds like a refusal by its verb, and takes that many. */
const LEAVES_IT_AT =
  /^(?:(?:no|si|mejor|bueno|ah|entonces|pero|,) ){0,3}(?:dej|pong|sub|baj|cambi|qued)[a-z]{1,6} (?:mejor )?(?:en|a|con|por) (?:(?:los|solo|el de) )?(?:uno?|una|dos|tres|[1-3])(?: (?:no mas|y ya|pues|entonces|porfa|por favor|gracias|frascos?|tarros?)){0,3}$/;

function hear(verdictsOn: Parts["verdictsOn"], folded: string): string[] {
  const said = withoutGreeting(folded);
  const words = said.split(" ").filter((word) => /[a-z]{2}/.test(word));
  if (saysLittle(said) || words.length < FEWEST_HEARD || ORDERS_AGAIN.test(said) || GOES_FOR.test(said)) return [];
  if (LEAVES_IT_AT.test(said) || FANCIES.test(said) || words.every((word) => OF_A_NUMBER.test(word))) return [];
  return verdictsOn(folded).flatMap(({ head, isHeard }) => (isHeard ? [head] : []));
}

/** The reader of danger in the place of a head of its name. */
function withDanger(
  reader: DangerReader | undefined,
  said: string,
  verdicts: readonly HeadVerdict[],
): readonly HeadVerdict[] {
  if (reader === undefined) return verdicts;
  const danger = reader.hearDanger(said);
  return [...verdicts.filter(({ head }) => head !== danger.head), danger];
}

interface Parts extends LocalClassifierOptions {
  readonly byRules: Classifier;
  readonly linear: LinearClassifier;
  readonly opinionsOn: (said: string) => Opinions;
  readonly verdictsOn: LinearClassifier["hear"];
}

/** A found intent, and its certainty. */
interface Finding {
  readonly intent: string;
  readonly confidence: number;
  readonly position: number;
  readonly engine: Engine;
  /** May be acted upon, as far as its certainty goes. */
  readonly isCertain: boolean;
  readonly reason: string;
}

/** The model's reading of a stretch of words. */
interface Opinion extends LinearVerdict {
  readonly position: number;
}

interface Opinions {
  readonly whole: Opinion;
  /** The reading of each clause, when there are several. */
  readonly clauses: readonly Opinion[];
}

interface Heard extends Opinions {
  readonly said: string;
  readonly isRemainder: boolean;
  readonly scored: readonly ScoredIntent[];
}

function askModel(linear: LinearClassifier, said: string): Opinions {
  const clauses = clausesOf(said);
  const texts = clauses.map(({ text }) => text);
  return {
    whole: { ...linear.classify(said, texts), position: 0 },
    clauses: clauses.map(({ text, start }) => ({ ...linear.classify(text), position: start })),
  };
}

function classify(parts: Parts, text: string, context: ClassifierContext): ClassifiedIntent {
  const { byRules, join } = parts;
  const folded = foldText(text);
  const said = withoutGreeting(folded);
  if (saysLittle(said)) {
    const ruled = byRules.classifyIntent(text, context);
    return { ...ruled, isSettled: ruled.confidence >= CLEAR };
  }
  const fired = scoreIntents(parts.rules, folded, context);
  const greets = fired.some(({ intent }) => intent === join.greeting);
  const heard: Heard = {
    said,
    isRemainder: context.isRemainder === true,
    scored: fired.filter(({ intent }) => intent !== join.greeting),
    ...parts.opinionsOn(said),
  };
  if (greets && isOnlyGreeting(parts, heard)) return greeting(parts, heard);
  const findings = findAll(parts, heard);
  const [best, ...others] = findings;
  if (best === undefined || best.confidence < UNKNOWN_BELOW) {
    return unknown(parts, heard, byRules.classifyIntent(text, context));
  }
  return named({ ...parts, asks: said.includes("?") }, best, others, greets);
}

/** A guess below this does not count. */
const UNKNOWN_BELOW = 40;

/** A bare "sí" or a number means what we asked, which the model does not know. */
function saysLittle(said: string): boolean {
  return !/[a-z]{2}/.test(said) || readAcknowledgement(said) !== null || readBareNumber(said) !== null;
}

/** Empty for a single clause. "Hágale pues, mándeme dos": beside a yes the rest is a wish of its own. */
function clausesOf(said: string): Clause[] {
  const split = splitWishes(said);
  return split.length < 2 ? [] : split.filter(({ text }) => !saysLittle(text));
}

const SHORT_WORDS = 5;

/** "Hola, por aquí saludando" greets; "buenas, ¿allá arreglan televisores?" asks. */
function isOnlyGreeting({ join, outside }: Parts, { scored, whole, said, isRemainder }: Heard): boolean {
  if (scored.length > 0) return false;
  if (whole.intent === join.greeting || (isRemainder && !said.includes("?"))) return true;
  const isUnsure = whole.probability < (whole.intent === outside ? 0.5 : LIKELY / 100);
  return isUnsure && !said.includes("?") && said.split(" ").length <= SHORT_WORDS;
}

function greeting({ join, linear }: Parts, { whole }: Heard): ClassifiedIntent {
  const isShared = whole.intent === join.greeting;
  return {
    intent: join.greeting,
    confidence: isShared ? agreed(CLEAR, whole.probability) : CLEAR,
    alternatives: [],
    reasoning: `a greeting, and nothing asked${isShared ? ", for the model too" : ""}`,
    engine: "rules",
    modelHash: linear.hash,
    isSettled: true,
  };
}

/** All wishes of the message. A sure one leads; among equally sure ones, the first asked. */
function findAll(parts: Parts, heard: Heard): Finding[] {
  const byRule = heard.scored
    .map((scored) => ruleFinding(parts, heard, scored))
    .filter(({ intent, confidence }) => confidence >= CLEAR || !isHeardByHead(parts, heard, intent));
  const found = [...byRule, ...headFindings(parts, heard), ...modelFindings(parts, heard, byRule)].filter(
    (one, index, all) => all.findIndex(({ intent }) => intent === one.intent) === index,
  );
  const isSure = ({ confidence }: Finding): number => Number(confidence >= CLEAR);
  return found.sort(
    (one, other) =>
      isSure(other) - isSure(one) ||
      (isSure(one) === 1 ? one.position - other.position : other.confidence - one.confidence),
  );
}

function ruleFinding(parts: Parts, heard: Heard, scored: ScoredIntent): Finding {
  const { outside, neverLowered = [] } = parts;
  const { whole, clauses } = heard;
  const { intent, position, rules } = scored;
  const support = [whole, ...clauses].filter((one) => one.intent === intent);
  const rule = `rule ${rules.join(" + ")}`;
  // The model cannot judge an answer to our question: it has not heard the question.
  if (scored.isAnswer) {
    return {
      intent,
      position,
      confidence: scored.confidence,
      engine: "context",
      isCertain: true,
      reason: `${rule}, to our question`,
    };
  }
  if (support.length === 0 && isDenied(parts, heard.said, intent, SURELY_NOT)) {
    return {
      intent,
      position,
      confidence: NO_QUESTION,
      engine: "rules",
      isCertain: false,
      reason: `${rule}, but its head hears nothing of it`,
    };
  }
  if (support.length === 0) {
    const isKept = scored.confidence >= CLEAR && neverLowered.includes(intent);
    const confidence = isKept ? scored.confidence : contradicted(scored.confidence, whole, whole.intent === outside);
    return {
      intent,
      position,
      confidence,
      engine: "rules",
      isCertain: false,
      reason: `${rule}, but ${described(whole)}`,
    };
  }
  const probability = Math.max(...support.map((one) => one.probability));
  const confidence = agreed(scored.confidence, probability);
  return {
    intent,
    position,
    confidence,
    engine: "rules",
    isCertain: confidence >= SETTLED,
    reason: `${rule}, and the model agrees (${Math.round(100 * probability)})`,
  };
}

/** Below this probability a head is sure: measured, see `docs/nlu.md`. */
const SURELY_NOT = 0.05;

/** A guess of the model of intents needs a head that does not think it unlikely. */
const UNLIKELY = 0.3;

function isDenied({ verdictsOn, witnesses = {} }: Parts, said: string, intent: string, below: number): boolean {
  const witness = witnesses[intent];
  if (witness === undefined) return false;
  const verdict = verdictsOn(said).find(({ head }) => head === witness);
  return verdict !== undefined && verdict.probability < below;
}

/** What is left of data ("llegan a") is no sentence, and beside a clear rule of another intent both models must hear it. */
function isHeardByHead(
  { verdictsOn, witnesses = {} }: Parts,
  { said, whole, scored, isRemainder }: Heard,
  intent: string,
): boolean {
  const witness = witnesses[intent];
  if (witness === undefined || isRemainder) return false;
  const isOpen = whole.intent === intent || scored.every((one) => one.intent === intent || one.confidence < CLEAR);
  return isOpen && hear(verdictsOn, said).includes(witness);
}

function headFindings(parts: Parts, heard: Heard): Finding[] {
  return Object.keys(parts.witnesses ?? {})
    .filter((intent) => isHeardByHead(parts, heard, intent))
    .map((intent) => ({
      intent,
      position: 0,
      confidence: CLEAR,
      engine: "linear",
      isCertain: false,
      reason: `the trained head "${parts.witnesses?.[intent]}" hears it`,
    }));
}

/**
 * What the model alone has found: in all the words, and in single clauses if a mistake costs
 * little.
 */
function modelFindings(parts: Parts, heard: Heard, byRule: readonly Finding[]): Finding[] {
  const { outside, join, settles } = parts;
  const { whole, clauses, said, isRemainder } = heard;
  // The rest of a message that told data is no sentence, unless it asks.
  if (isRemainder && !said.includes("?")) return [];
  const isContradicted = byRule.some(({ confidence }) => confidence >= LIKELY);
  const fromWhole = { ...whole, confidence: unaided(whole.probability, isContradicted) };
  const fromClauses = clauses
    .filter(
      ({ intent, probability }) =>
        (settles.includes(intent) && probability >= CLEAR / 100) ||
        (isEntryLabel(intent) && probability >= LIKELY / 100),
    )
    .map((one) => ({ ...one, confidence: unaided(one.probability, false) }));
  return [...fromClauses, fromWhole]
    .filter(({ intent }) => intent !== outside && (intent !== join.greeting || byRule.length === 0))
    .filter(({ intent }) => !isDenied(parts, said, intent, UNLIKELY))
    .map((one) => ({
      intent: one.intent,
      confidence: one.confidence,
      position: one.position,
      engine: "linear",
      isCertain: one.isSure && !isContradicted,
      reason: `${described(one)}${isContradicted ? ", and rules something else" : ""}`,
    }));
}

function described({ intent, probability }: LinearVerdict): string {
  return `the model says ${intent} (${Math.round(100 * probability)})`;
}

function named(
  parts: Parts & { readonly asks: boolean },
  best: Finding,
  others: readonly Finding[],
  greets: boolean,
): ClassifiedIntent {
  const { join, settles, settlesTogether = [], asks, linear } = parts;
  const isTogether = best.engine === "rules" && !asks && settlesTogether.includes(best.intent);
  const isJoined = greets && join.joins.includes(best.intent);
  return {
    intent: isJoined ? `${join.greeting}+${best.intent}` : best.intent,
    confidence: best.confidence,
    alternatives: [
      ...others.map(({ intent, confidence }) => ({ intent, confidence })),
      ...(greets && !isJoined ? [{ intent: join.greeting, confidence: CLEAR }] : []),
    ],
    reasoning: [best.reason, ...others.map(({ reason }) => `also ${reason}`)].join("; "),
    engine: best.engine,
    modelHash: linear.hash,
    // A second wish in doubt is a doubt about the message.
    isSettled:
      best.isCertain &&
      (settles.includes(best.intent) || best.engine === "context" || isTogether) &&
      others.every(({ confidence, isCertain }) => isCertain || confidence < LIKELY),
  };
}

/** Words that no intent covers: the agent asks once, before a person is called. */
function unknown(parts: Parts, { whole, said }: Heard, ruled: ClassifiedIntent): ClassifiedIntent {
  const { outside, linear } = parts;
  const isSilent = ruled.intent === FALLBACK_INTENT;
  return {
    intent: FALLBACK_INTENT,
    confidence: isSilent ? ruled.confidence : LEAST_UNCLEAR,
    alternatives: [whole, ...whole.alternatives]
      .filter(({ intent }) => !isDenied(parts, said, intent, UNLIKELY))
      .map(({ intent, probability }) => ({
        intent: intent === outside ? FALLBACK_INTENT : intent,
        confidence: Math.round(100 * probability),
      })),
    reasoning: `${described(whole)}; ${ruled.reasoning}`,
    engine: "linear",
    modelHash: linear.hash,
    isSettled: false,
  };
}

/** Something in it was recognised: the agent asks about it. */
const LEAST_UNCLEAR = 45;
