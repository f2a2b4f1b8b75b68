import type { StandingQuestion } from "../../core/ports/flow-reader.ts";
import type { FlowDefinition, Step } from "../definition/flow-definition.ts";
import { lastWords, sentTemplates, stageOf, type Turn } from "./draft.ts";

/** What each of our steps asks, so that a shop need not say it of its texts. */
const STEP_ASKS: Partial<Readonly<Record<Step, readonly StandingQuestion[]>>> = {
  softRetry: ["buy"],
  retakeLong: ["buy"],
  retakeShort: ["buy"],
  offer: ["packs", "pack"],
  whichPack: ["packs", "pack"],
  summary: ["confirm"],
  askConfirmation: ["confirm"],
  askPlace: ["confirm"],
  orderedWithoutPack: ["packs", "keep_order"],
  orderedUnconfirmed: ["keep_order"],
  knownData: ["same_data"],
  pickupQuestion: ["delivery"],
  clarify: ["meaning"],
};

export interface StandingQuestions {
  /** Asked by the last thing that we said. */
  readonly now: readonly StandingQuestion[];
  /** Asked by one of our last three messages, or open as long as the session stays in its mode. */
  readonly lately: readonly StandingQuestion[];
}

/** A question is forgotten after this many messages of ours. */
const REMEMBERED = 3;

/**
 * What waits for an answer, known by which templates left, not by their words. Only a text that a
 * person of the shop wrote by hand is known by its words.
 */
export function standingQuestions(turn: Turn): StandingQuestions {
  const { flow } = turn;
  const sent = sentTemplates(turn)
    .slice(-REMEMBERED)
    .map((id) => asksOf(flow, id));
  const inWords = lastWords(turn, REMEMBERED).map(flow.questionsIn);
  const now = [...(sent.at(-1) ?? []), ...(inWords.at(-1) ?? [])];
  const lately = [...sent.flat(), ...inWords.flat(), ...openInStage(turn)];
  return { now: [...new Set(now)], lately: [...new Set(lately)] };
}

function asksOf(flow: FlowDefinition, sentId: string): readonly StandingQuestion[] {
  // A text repeated under a lead-in asks what it asked before.
  const template = flow.templates.find(({ id }) => id === sentId || sentId.startsWith(`${id}~`));
  if (template === undefined) return [];
  const steps = Object.entries(STEP_ASKS).filter(([step]) => flow.steps[step as Step] === template.intent);
  return [...(template.asks ?? []), ...steps.flatMap(([, asks]) => asks)];
}

function openInStage({ flow, input }: Turn): readonly StandingQuestion[] {
  const { mode, packSeleccionado } = input.session;
  switch (stageOf(flow, mode)) {
    case "offer":
      return ["packs", "pack"];
    case "summary":
      return ["packs", "pack", "confirm"];
    case "provisional":
      return packSeleccionado === null ? ["packs", "pack", "keep_order"] : ["keep_order"];
    default:
      return [];
  }
}
