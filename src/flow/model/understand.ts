import type { AgentInput } from "../../core/agent/agent.ts";
import type { ClauseKind, Reading } from "../../core/ports/flow-reader.ts";
import { isHeeded } from "../answers/heed-concerns.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { stageOf } from "../draft/draft.ts";
import type { Asking } from "./asking.ts";
import { type Detection, detect, detectAgain } from "./detect.ts";
import type { DetectorBrief } from "./detector-question.ts";
import { mergeReading } from "./merge-reading.ts";

/**
 * How many earlier lines a question shows: enough for what "sí" answers; all of them when the first
 * look was unsure; few near the end of the budget.
 */
const TURNS = { first: 6, again: 20, short: 3 } as const;

export interface Understood {
  readonly reading: Reading;
  /**
   * What one call for both would answer (D10); empty when it has nothing to say, and when two calls
   * are made.
   */
  readonly reply: string;
}

/**
 * The meaning of a turn, by the rules and, when they are unsure, by one question to a model (the
 * cascade). Without an answer the rules' own reading stands, with its own bands.
 */
export async function understand(
  flow: FlowDefinition,
  input: AgentInput,
  local: Reading,
  asking: Asking,
): Promise<Understood> {
  const { engine } = flow.model;
  // Danger, or a wish for a person: the deed does not wait for a model, and no model may lower it.
  if (isHeeded(flow, local.concerns)) return { reading: local, reply: "" };
  const isClear = local.isSettled && !isInDoubt(local) && !isIdleGuess(local) && !isOutsideTheList(flow, input, local);
  if (engine === "local" || (engine === "cascade" && isClear)) return { reading: local, reply: "" };
  const isNear = (await asking.budget()) !== "free";
  const brief: DetectorBrief = {
    flow,
    input,
    reading: local,
    turns: isNear ? TURNS.short : TURNS.first,
    summary: isNear ? await asking.summary() : null,
  };
  const first = understoodOf(await detect(brief, asking), brief);
  const unsure = first.reading.intent;
  if (isNear || unsure === null || first.reading === local || !isToBeReadAgain(flow, unsure.confidence)) return first;
  const wide = { ...brief, turns: TURNS.again, summary: await asking.summary() };
  const { reading, reply } = understoodOf(await detectAgain(wide, unsure, asking), wide);
  // Without a second look, or with an empty one, the first stands.
  if (reading.intent?.engine !== "model") return first;
  return { reading: { ...reading, intent: unsure, secondLook: reading.intent }, reply };
}

/** There may be more in it than the rules have read. */
function isInDoubt({ messages }: Reading): boolean {
  return messages.some(({ doubts }) => doubts.length > 0);
}

/** Words that the rules take for idle, and that are no mere "ok" or "gracias": a model reads them first. */
function isIdleGuess({ messages }: Reading): boolean {
  return messages.some(
    ({ messageClass, acknowledgement, confidence }) =>
      messageClass === "irrelevante" && acknowledgement === null && confidence < IDLE,
  );
}

const IDLE = 60;

/** Where silence or a yes orders, a clause that is no yes, choice or courtesy is read by a model. */
function isOutsideTheList(flow: FlowDefinition, { session }: AgentInput, { messages }: Reading): boolean {
  const stage = stageOf(flow, session.mode);
  const binds = stage === "offer" || stage === "summary" || stage === "provisional";
  return binds && messages.some(({ clauses = [] }) => clauses.some((kind) => OUTSIDE.includes(kind)));
}

const OUTSIDE: readonly ClauseKind[] = ["other", "figure", "reserve"];

/** Requirement B5: between acting and asking the customer, it is read once more. */
function isToBeReadAgain({ bands }: FlowDefinition, confidence: number): boolean {
  return confidence >= bands.reanalyse && confidence < bands.act;
}

function understoodOf(detection: Detection, brief: DetectorBrief): Understood {
  const reply = detection.kind === "read" ? detection.detected.reply : "";
  return { reading: readingOf(detection, brief), reply };
}

function readingOf(detection: Detection, { flow, input, reading }: DetectorBrief): Reading {
  switch (detection.kind) {
    case "nobody":
      return reading;
    case "unreadable":
      return reading.intent === null ? reading : unknown(flow, reading);
    case "read": {
      const stage = stageOf(flow, input.session.mode);
      const { intent } = detection.detected;
      return mergeReading({
        local: reading,
        detected: detection.detected,
        model: detection.model,
        reader: flow.reader,
        data: input.session.datosCapturados,
        isAsked: intent.intent !== flow.unknownIntent && intent.confidence >= flow.bands.reanalyse,
        mayFill: stage !== "confirmed" && stage !== "provisional",
      });
    }
  }
}

/** Requirement B6: a model that answered twice and said nothing has understood nothing. */
function unknown(flow: FlowDefinition, reading: Reading): Reading {
  const reasoning = "the model answered twice, and neither answer could be read";
  const intent = { intent: flow.unknownIntent, confidence: 0, alternatives: [], reasoning } as const;
  return { ...reading, intent: { ...intent, engine: "model", modelHash: null }, secondLook: null };
}
