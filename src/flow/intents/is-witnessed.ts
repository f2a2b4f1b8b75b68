import type { IntentInfo } from "../../core/agent/agent.ts";
import type { Effect, IntentDefinition, Stage } from "../definition/flow-definition.ts";
import { isNothingButYes } from "../draft/binding-yes.ts";
import { mayChoosePack } from "../draft/clauses-of.ts";
import { stageOf, type Turn } from "../draft/draft.ts";

/** Intents that write or change an order without another word of the customer. */
const BINDS: Partial<Readonly<Record<Effect, readonly Stage[]>>> = {
  confirm: ["summary", "provisional"],
  choose_pack: ["provisional"],
  start_collecting: ["provisional"],
};

const REFUSALS: readonly Effect[] = ["postpone", "close", "hand_over"];

/**
 * Whether more than a language model has seen it in the customer's words. A model's word alone
 * places and changes no order (invariant 9): the rules must have read the same, as more than a
 * guess, and no refusal beside it.
 */
export function isWitnessed(turn: Turn, intent: string, { effect }: IntentDefinition): boolean {
  const { flow, input, rules } = turn;
  if (rules === undefined || BINDS[effect]?.includes(stageOf(flow, input.session.mode)) !== true) return true;
  const seen = [rules.intent, rules.secondLook].flatMap((info) => (info === null ? [] : scoresOf(info)));
  const isRefused = isRefusedBy(turn, seen);
  const isSeen = seen.some((one) => one.intent === intent && one.confidence >= flow.bands.reanalyse);
  const said = rules.messages.map(({ acknowledgement }) => acknowledgement);
  const isNo = said.includes("no") || said.includes("no_thanks");
  const isYes = said.includes("yes") || said.includes("fine");
  return !isRefused && !isNo && (isSeen || (isYes && effect !== "choose_pack"));
}

/**
 * Whether the rest of the message lets an order be written, whatever reader read it. Each clause
 * must be a yes, a courtesy or a datum ("sí, pero primero lo consulto" is none, whatever the doubt
 * is called). No postponement or refusal may stand beside it ("el lunes le confirmo"). A trained
 * model without a rule must not take a question for one ("¿está confirmado?").
 */
export function isUnreserved(turn: Turn, info: IntentInfo, { effect }: IntentDefinition): boolean {
  const { flow, input, reading } = turn;
  if (effect === "choose_pack" && !mayChoosePack(turn, info)) return false;
  if (BINDS[effect]?.includes(stageOf(flow, input.session.mode)) !== true) return true;
  const isAsked = (reading?.messages ?? []).some(({ text }) => text.includes("?"));
  const packs = scoresOf(info).flatMap(({ intent }) => flow.intents[intent]?.pack ?? []);
  return isNothingButYes(turn, packs) && !isRefusedBy(turn, scoresOf(info)) && !(isAsked && info.engine === "linear");
}

function isRefusedBy({ flow }: Turn, scores: readonly Scored[]): boolean {
  return scores.some(
    (one) =>
      one.confidence >= flow.bands.reanalyse &&
      REFUSALS.some((refusal) => flow.intents[one.intent]?.effect === refusal),
  );
}

interface Scored {
  readonly intent: string;
  readonly confidence: number;
}

function scoresOf(info: IntentInfo): readonly Scored[] {
  return [info, ...info.alternatives];
}
