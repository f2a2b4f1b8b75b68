import type { DecidedMessage, IntentInfo } from "../../core/agent/agent.ts";
import type { Effect } from "../definition/flow-definition.ts";
import { type Draft, sentTemplates, stageOf, type Turn } from "../draft/draft.ts";

/** The id that remembers what was asked: `choice:one|other`. */
const ASKED = "choice:";
const BETWEEN = "|";

const NEVER_ASKED: readonly Effect[] = ["close", "postpone", "hand_over"];

/** A second guess from here on is worth a question. */
const RIVAL_FROM = 40;

/**
 * Between acting and asking openly (requirement B5): the customer taps which of the two likeliest
 * was meant. null when the second is not likely, or when one of them has no words for a button.
 */
export function whichOfTwo({ flow, input }: Turn, draft: Draft, info: IntentInfo): readonly [string, string] | null {
  const stage = stageOf(flow, input.session.mode);
  if (flow.choice === null || draft.captured.length > 0 || draft.steps.length > 0) return null;
  if (stage !== "welcome" && stage !== "talk") return null;
  if (info.confidence < flow.bands.reanalyse || info.confidence >= flow.bands.act) return null;
  const first = bare(info.intent, flow.greeting);
  const second = info.alternatives.find(({ intent }) => intent !== first && intent !== flow.greeting);
  if (second === undefined || second.confidence < RIVAL_FROM || second.confidence >= flow.bands.reanalyse) return null;
  // A number in words is no guess between two numbers: the summary says it back.
  const areNumbers = [first, second.intent].every((intent) => flow.intents[intent]?.effect === "choose_pack");
  if (areNumbers && info.engine === "rules") return null;
  // An intent that ends or hands over is never asked about beside another wish: a customer who
  // wants a person gets one.
  if (NEVER_ASKED.some((effect) => flow.intents[first]?.effect === effect)) return null;
  // Who buys is shown the packs on the way: no question is worth it.
  const effects = [first, second.intent].map((intent) => flow.intents[intent]?.effect);
  if (effects[0] === "start_collecting" && effects[1] === "offer") return null;
  const hasWords = [first, second.intent].every((intent) => flow.intents[intent]?.label !== undefined);
  return hasWords ? [first, second.intent] : null;
}

function bare(intent: string, greeting: string): string {
  return intent.startsWith(`${greeting}+`) ? intent.slice(greeting.length + 1) : intent;
}

/** The question with its two buttons. */
export function choiceMessage({ flow }: Turn, [one, other]: readonly [string, string]): DecidedMessage | null {
  const [first, second] = [flow.intents[one]?.label, flow.intents[other]?.label];
  if (flow.choice === null || first === undefined || second === undefined) return null;
  const body = flow.choice.replaceAll("{{a}}", first).replaceAll("{{b}}", second);
  const buttons = [
    { id: one, title: first },
    { id: other, title: second },
  ];
  return {
    content: { type: "buttons", body, buttons },
    templateId: `${ASKED}${one}${BETWEEN}${other}`,
    priority: "CORE",
  };
}

export function isChoiceQuestion(sentId: string): boolean {
  return sentId.startsWith(ASKED);
}

/** The two intents that our last message offered; null when it asked something else, or when they have written since. */
export function offeredIntents(turn: Turn): readonly string[] | null {
  if (turn.input.history.at(-1)?.role === "user") return null;
  const last = sentTemplates(turn).at(-1);
  return last !== undefined && isChoiceQuestion(last) ? last.slice(ASKED.length).split(BETWEEN) : null;
}
