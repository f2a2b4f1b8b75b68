import type { IntentInfo } from "../../core/agent/agent.ts";
import type { Classifier, ClassifierContext } from "../../core/ports/model/classifier.ts";
import { foldText } from "../text/fold-text.ts";
import { isAnyIn, likelyBy, mayMatch } from "../text/pattern-gate.ts";
import { type Clause, splitClauses } from "../text/split-clauses.ts";
import type { GreetingJoin, IntentRule } from "./intent-rule.ts";

/** The verdict when no rule spoke. */
export const FALLBACK_INTENT = "fallback";
const FALLBACK_CONFIDENCE = 20;
/** Words, but none that a rule knows: the agent asks what they mean, before a person is called. */
const UNCLEAR_CONFIDENCE = 45;

/** Two rules that agree are surer than one, and never certain. */
const AGREEMENT_BONUS = 3;
const MAX_CONFIDENCE = 98;

export interface ScoredIntent {
  readonly intent: string;
  readonly confidence: number;
  /** The place in the message: of two equally sure intents the first asked leads. */
  readonly position: number;
  readonly rules: readonly string[];
  /** One of them has waited for a question of ours: it says more than the words alone. */
  readonly isAnswer: boolean;
}

/**
 * A classifier of hand-written rules. Each intent is scored apart from the others (L-20): a message
 * with three questions has three confident intents, the first of them primary, the rest
 * alternatives.
 */
export function createRuleClassifier(
  rules: readonly IntentRule[],
  join?: GreetingJoin,
  isWord: (folded: string) => boolean = () => false,
): Classifier {
  checkRules(rules);
  return {
    classifyIntent(text, context) {
      const folded = foldText(text);
      const scores = scoreIntents(rules, folded, context);
      return scores.length === 0 ? unknownIntent(saysSomething(folded, isWord)) : joinGreeting(scores, join);
    },
  };
}

/** What rules find in a folded text, surest first. */
export function scoreIntents(
  rules: readonly IntentRule[],
  folded: string,
  { lastAssistant, asked = [] }: ClassifierContext,
): ScoredIntent[] {
  let heard: readonly string[] | null = null;
  const before: Before = {
    // Few rules listen to words of ours, and those are long.
    lastAssistant: () => {
      heard ??= lastAssistant.map(foldText);
      return heard;
    },
    asked,
  };
  const fired = new Map<string, ScoredIntent>();
  const clauses = splitClauses(folded);
  const whole = [{ text: folded, start: 0 }];
  const texts = clauses.length > 1 ? [folded, ...clauses.map(({ text }) => text)] : [folded];
  for (const rule of likelyRules(rules, texts)) {
    const position = positionOf(rule, rule.isOfClause === undefined ? whole : clausesFor(rule, clauses), before);
    if (position === null || (rule.unlessAnywhere !== undefined && isAnyIn(rule.unlessAnywhere, folded))) continue;
    const known = fired.get(rule.intent);
    fired.set(rule.intent, {
      intent: rule.intent,
      confidence:
        known === undefined
          ? rule.weight
          : Math.min(MAX_CONFIDENCE, Math.max(known.confidence, rule.weight) + AGREEMENT_BONUS),
      position: Math.min(known?.position ?? position, position),
      rules: [...(known?.rules ?? []), rule.name],
      isAnswer: known?.isAnswer === true || rule.after !== undefined,
    });
  }
  return [...fired.values()].sort((one, other) => other.confidence - one.confidence || one.position - other.position);
}

const likelyRules = likelyBy<IntentRule>(({ patterns }) => patterns);

const SHORT_CLAUSE_WORDS = 3;

function clausesFor({ isOfClause }: IntentRule, clauses: readonly Clause[]): readonly Clause[] {
  if (isOfClause === true) return clauses;
  const firstLong = clauses.findIndex(({ text }) => text.split(" ").length > SHORT_CLAUSE_WORDS);
  return firstLong < 0 ? clauses : clauses.slice(0, firstLong + 1);
}

interface Before {
  readonly lastAssistant: () => readonly string[];
  readonly asked: NonNullable<ClassifierContext["asked"]>;
}

function isAsked({ after }: IntentRule, { lastAssistant, asked }: Before): boolean {
  if (after === undefined) return true;
  return after instanceof RegExp
    ? lastAssistant().some((said) => after.test(said))
    : after.some((question) => asked.includes(question));
}

function positionOf(rule: IntentRule, clauses: readonly Clause[], before: Before): number | null {
  if (!isAsked(rule, before)) return null;
  for (const { text, start } of clauses) {
    const first = firstIn(rule.patterns, text);
    if (first === null || (rule.unless !== undefined && isAnyIn(rule.unless, text))) continue;
    return start + first;
  }
  return null;
}

function firstIn(patterns: readonly RegExp[], text: string): number | null {
  let first: number | null = null;
  for (const pattern of patterns) {
    const position = mayMatch(pattern, text) ? text.search(pattern) : -1;
    if (position >= 0 && (first === null || position < first)) first = position;
  }
  return first;
}

function joinGreeting(scores: readonly ScoredIntent[], join: GreetingJoin | undefined): IntentInfo {
  const greeting = scores.find((scored) => scored.intent === join?.greeting);
  const asked = scores.filter((scored) => scored !== greeting);
  const [primary, ...rest] = asked;
  if (primary === undefined) return toIntentInfo(scores[0] as ScoredIntent, []);
  if (greeting === undefined) return toIntentInfo(primary, rest);
  // A greeting never outranks a question after it.
  if (join?.joins.includes(primary.intent) !== true) return toIntentInfo(primary, [...rest, greeting]);
  return toIntentInfo(
    { ...primary, intent: `${greeting.intent}+${primary.intent}`, rules: [...greeting.rules, ...primary.rules] },
    rest,
  );
}

function toIntentInfo(primary: ScoredIntent, others: readonly ScoredIntent[]): IntentInfo {
  return {
    intent: primary.intent,
    confidence: primary.confidence,
    alternatives: others.map(({ intent, confidence }) => ({ intent, confidence })),
    reasoning: [`rule ${primary.rules.join(" + ")}`, ...others.map((other) => `also ${other.rules.join(" + ")}`)].join(
      "; ",
    ),
    engine: primary.isAnswer ? "context" : "rules",
  };
}

/** Random keys hit a short word by chance. */
const LONG = 4;

/** Half of the words are everyday ones, or a third with a long one among them; false without words. */
function saysSomething(folded: string, isWord: (folded: string) => boolean): boolean {
  const words = folded.split(" ").filter((word) => /[a-z]/.test(word));
  const known = words.filter(isWord);
  return known.length * (known.some((word) => word.length >= LONG) ? 3 : 2) >= words.length;
}

function unknownIntent(isSaid: boolean): IntentInfo {
  return {
    intent: FALLBACK_INTENT,
    confidence: isSaid ? UNCLEAR_CONFIDENCE : FALLBACK_CONFIDENCE,
    alternatives: [],
    reasoning: isSaid ? "words, and no rule that recognised them" : "no rule recognised the message",
    engine: "rules",
  };
}

/** An invalid rule is a bug of its author, found when the classifier is made. */
function checkRules(rules: readonly IntentRule[]): void {
  const names = new Set<string>();
  for (const rule of rules) {
    if (names.has(rule.name)) throw new Error(`two intent rules are named "${rule.name}"`);
    names.add(rule.name);
    if (!(rule.weight >= 1 && rule.weight <= MAX_CONFIDENCE)) {
      throw new Error(`intent rule "${rule.name}" has weight ${rule.weight}; it must lie in 1–${MAX_CONFIDENCE}`);
    }
    const exclusions = [...(rule.unless ?? []), ...(rule.unlessAnywhere ?? [])];
    const all = [...rule.patterns, ...exclusions, ...(rule.after instanceof RegExp ? [rule.after] : [])];
    const stateful = all.find((pattern) => pattern.global || pattern.sticky);
    // `search` and `test` of such a pattern would remember the last message.
    if (stateful !== undefined) throw new Error(`intent rule "${rule.name}" has the stateful pattern ${stateful}`);
  }
}
