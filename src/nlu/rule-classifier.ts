import type { IntentInfo } from "../core/agent.ts";
import type { Classifier } from "../core/ports/classifier.ts";
import { foldText } from "./fold-text.ts";
import type { GreetingJoin, IntentRule } from "./intent-rule.ts";

/** What is said when no rule spoke. */
export const FALLBACK_INTENT = "fallback";
const FALLBACK_CONFIDENCE = 20;

/** Two rules that agree are surer than one, and never certain. */
const AGREEMENT_BONUS = 3;
const MAX_CONFIDENCE = 98;

interface Scored {
  readonly intent: string;
  readonly confidence: number;
  /** Where in the message it was asked; of two equally sure intents the first asked leads. */
  readonly position: number;
  readonly rules: readonly string[];
}

/**
 * A classifier of hand-written rules. Each intent is scored apart from the others (L-20): a message with three
 * questions has three confident intents, the first of them primary, the rest alternatives.
 */
export function createRuleClassifier(rules: readonly IntentRule[], join?: GreetingJoin): Classifier {
  checkRules(rules);
  return {
    classifyIntent(text, { lastAssistant }) {
      const folded = foldText(text);
      const before = lastAssistant.map(foldText);
      const scores = scoreIntents(rules, folded, before);
      return scores.length === 0 ? unknownIntent() : joinGreeting(scores, join);
    },
  };
}

function scoreIntents(rules: readonly IntentRule[], folded: string, before: readonly string[]): Scored[] {
  const fired = new Map<string, Scored>();
  for (const rule of rules) {
    const position = positionOf(rule, folded, before);
    if (position === null) continue;
    const known = fired.get(rule.intent);
    fired.set(rule.intent, {
      intent: rule.intent,
      confidence:
        known === undefined
          ? rule.weight
          : Math.min(MAX_CONFIDENCE, Math.max(known.confidence, rule.weight) + AGREEMENT_BONUS),
      position: Math.min(known?.position ?? position, position),
      rules: [...(known?.rules ?? []), rule.name],
    });
  }
  return [...fired.values()].sort((one, other) => other.confidence - one.confidence || one.position - other.position);
}

function positionOf(rule: IntentRule, folded: string, before: readonly string[]): number | null {
  const { after } = rule;
  if (after !== undefined && !before.some((said) => after.test(said))) return null;
  if (rule.unless?.some((exclusion) => exclusion.test(folded)) === true) return null;
  const positions = rule.patterns.map((pattern) => folded.search(pattern)).filter((position) => position >= 0);
  return positions.length === 0 ? null : Math.min(...positions);
}

function joinGreeting(scores: readonly Scored[], join: GreetingJoin | undefined): IntentInfo {
  const greeting = scores.find((scored) => scored.intent === join?.greeting);
  const asked = scores.filter((scored) => scored !== greeting);
  const [primary, ...rest] = asked;
  if (primary === undefined) return toIntentInfo(scores[0] as Scored, []);
  if (greeting === undefined) return toIntentInfo(primary, rest);
  // A greeting never outranks what was asked after it.
  if (join?.joins.includes(primary.intent) !== true) return toIntentInfo(primary, [...rest, greeting]);
  return toIntentInfo(
    { ...primary, intent: `${greeting.intent}+${primary.intent}`, rules: [...greeting.rules, ...primary.rules] },
    rest,
  );
}

function toIntentInfo(primary: Scored, others: readonly Scored[]): IntentInfo {
  return {
    intent: primary.intent,
    confidence: primary.confidence,
    alternatives: others.map(({ intent, confidence }) => ({ intent, confidence })),
    reasoning: [`rule ${primary.rules.join(" + ")}`, ...others.map((other) => `also ${other.rules.join(" + ")}`)].join(
      "; ",
    ),
  };
}

function unknownIntent(): IntentInfo {
  return {
    intent: FALLBACK_INTENT,
    confidence: FALLBACK_CONFIDENCE,
    alternatives: [],
    reasoning: "no rule recognised the message",
  };
}

/** A rule that cannot work is a bug of its author, found when the classifier is made. */
function checkRules(rules: readonly IntentRule[]): void {
  const names = new Set<string>();
  for (const rule of rules) {
    if (names.has(rule.name)) throw new Error(`two intent rules are named "${rule.name}"`);
    names.add(rule.name);
    if (!(rule.weight >= 1 && rule.weight <= MAX_CONFIDENCE)) {
      throw new Error(`intent rule "${rule.name}" has weight ${rule.weight}; it must lie in 1–${MAX_CONFIDENCE}`);
    }
    const all = [...rule.patterns, ...(rule.unless ?? []), ...(rule.after === undefined ? [] : [rule.after])];
    const stateful = all.find((pattern) => pattern.global || pattern.sticky);
    // `search` and `test` of such a pattern would remember the last message.
    if (stateful !== undefined) throw new Error(`intent rule "${rule.name}" has the stateful pattern ${stateful}`);
  }
}
