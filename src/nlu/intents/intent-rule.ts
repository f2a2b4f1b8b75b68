import type { StandingQuestion } from "../../core/ports/flow-reader.ts";

/**
 * One way of asking for something, as data. Patterns read folded text (`fold-text.ts`). They must
 * stay linear: no quantifier inside an unbounded group, bounded gaps (`(?:\w+ ){0,3}`);
 * `test/nlu/intents/rule-cost.test.ts` times them.
 */
export interface IntentRule {
  /** Unique; the reasoning of a classification names it. */
  readonly name: string;
  readonly intent: string;
  /** 1–98: the certainty of the rule alone, when one of its patterns is found. */
  readonly weight: number;
  readonly patterns: readonly RegExp[];
  /** The rule stays silent when one of these is found anywhere in the message. */
  readonly unless?: readonly RegExp[];
  /**
   * Each clause is read on its own: `^` and `$` are its ends, and `unless` silences the rule only
   * in that clause. `opening`: only when at most a word or two stands before it ("ok, listo, el
   * 2").
   */
  readonly isOfClause?: true | "opening";
  /**
   * For a rule of clauses: it stays silent when one of these is found in any clause ("sí, pero
   * primero …").
   */
  readonly unlessAnywhere?: readonly RegExp[];
  /**
   * The rule speaks only while one of these questions of ours waits for an answer ("el de dos"
   * means nothing alone), or, for a question that the flow does not know, when one of our last
   * messages matches (folded too).
   */
  readonly after?: RegExp | readonly StandingQuestion[];
}

/** The intent of a greeting, and the intents that it joins into one: `hola+precio`. */
export interface GreetingJoin {
  readonly greeting: string;
  readonly joins: readonly string[];
}
