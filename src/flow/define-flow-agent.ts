import type { Agent, AgentInput, ExplainedDecision } from "../core/agent/agent.ts";
import { UNDERSTANDABLE, type Understandable } from "../core/inbound/understanding.ts";
import type { Reading } from "../core/ports/flow-reader.ts";
import { offerName } from "../core/tool-calls/tool-offer.ts";
import { dataAlone, textInPictures } from "./answers/answer-files.ts";
import { checkDefinition } from "./checks/check-definition.ts";
import { decideTurn } from "./decide-turn.ts";
import { decideUrgent } from "./decide-urgent.ts";
import { decideWithModel } from "./decide-with-model.ts";
import { checkShape } from "./definition/definition-shape.ts";
import { type FlowOptions, withDefaults } from "./definition/flow-defaults.ts";
import type { FlowDefinition, MediaPolicy } from "./definition/flow-definition.ts";
import { stageOf, type Turn } from "./draft/draft.ts";
import { leaveOutRepeats } from "./leave-out-repeats.ts";
import { holdsOf } from "./modes/hold-sale.ts";
import { offerOptions } from "./options/offer-options.ts";
import { templateOf } from "./orders/remind.ts";
import { readingContext } from "./sale/reading-context.ts";
import { validateTold } from "./told/validate-told.ts";

/** An agent that sells by a flow. `recado agents check` and `show` read its `definition`. */
export interface FlowAgent extends Agent {
  readonly definition: FlowDefinition;
}

/** The data of a shop is faulty. `faults` says why, one sentence each. */
export class FlowDefinitionError extends Error {
  readonly faults: readonly string[];

  constructor(id: string, faults: readonly string[]) {
    super(`flow agent "${id}" cannot work:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
    this.name = "FlowDefinitionError";
    this.faults = faults;
  }
}

/**
 * A shop from its data. It throws a `FlowDefinitionError` for faulty data, so every shop that loads
 * can sell. Options that are left out have the defaults of most shops (`flow-defaults.ts`).
 */
export function defineFlowAgent<const Mode extends string>(options: FlowOptions<Mode>): FlowAgent {
  const misshapen = checkShape(options);
  if (misshapen.length > 0)
    throw new FlowDefinitionError(String((options as Partial<FlowOptions> | null)?.id ?? "?"), misshapen);
  const flow = withDefaults(options);
  const faults = checkDefinition(flow);
  if (faults.length > 0) throw new FlowDefinitionError(flow.id, faults);
  const { id, name, description, version, locale, initialMode, texts, packs, placeholderPack, unconfirmedOrderValue } =
    flow;
  return {
    id,
    name,
    description,
    version,
    locale,
    initialMode,
    texts,
    understands: understoodBy(flow.media),
    catalogue: {
      ...{ locale, packs, placeholderPack, unconfirmedOrderValue },
      ...(flow.lines === undefined ? {} : { extras: flow.lines.extras }),
      ...(flow.cancelQuestion === undefined ? {} : { cancelQuestion: flow.cancelQuestion }),
    },
    ...(flow.memory === undefined ? {} : { memory: flow.memory }),
    marks: Object.fromEntries(holdsOf(flow).map(({ field, held }) => [field, held])),
    ...(flow.remind === undefined ? {} : { messageTemplates: [templateOf(flow.remind)] }),
    ...(flow.sessionEnd === undefined ? {} : { sessionEnd: flow.sessionEnd }),
    tools: [
      ...new Set([
        ...(flow.model.orchestrator?.tools.map(offerName) ?? []),
        ...Object.values(flow.hooks ?? {}),
        ...flow.fields.flatMap(({ validate, options }) => [validate, options].flatMap((one) => one?.tool ?? [])),
      ]),
    ],
    offers: flow.model.orchestrator?.tools ?? [],
    definition: flow,
    get localModel() {
      return flow.reader.localModel ?? null;
    },
    decide: (input) => {
      const explained = explain(flow, input);
      return explained instanceof Promise ? explained.then(({ decision }) => decision) : explained.decision;
    },
    explain: (input) => explain(flow, input),
    ...(Object.values(flow.concerns).some((policy) => policy.does === "hand_over" && policy.urgent === true)
      ? { decideUrgent: (input: AgentInput) => decideUrgent(flow, input) }
      : {}),
    prepare: () => flow.reader.prepare?.(),
  };
}

function understoodBy({ audio, image, document }: MediaPolicy): readonly Understandable[] {
  const wanted = { audio: audio === "transcribe", image: image === "vision", document: document === "vision" };
  return UNDERSTANDABLE.filter((medium) => wanted[medium]);
}

type Explained = ExplainedDecision | Promise<ExplainedDecision>;

function explain(flow: FlowDefinition, input: AgentInput): Explained {
  const { model = null } = input;
  const decideOn = (reading: Reading | null): Explained =>
    model === null ? withoutRepeats({ flow, input, reading }) : decideWithModel(flow, input, reading, model);
  if (!isToBeRead(flow, input)) {
    const pictured = readPictures(flow, input);
    return pictured instanceof Promise ? pictured.then(decideOn) : decideOn(pictured);
  }
  const reading = flow.reader.read(input.messages, readingContext(flow, input), input.pause);
  return reading instanceof Promise
    ? reading.then((read) => decideOn(heedStop(read, input)))
    : decideOn(heedStop(reading, input));
}

/** A photo of a note, while data is being collected: only its data counts. */
function readPictures(flow: FlowDefinition, input: AgentInput): Reading | null | Promise<Reading | null> {
  const texts = stageOf(flow, input.session.mode) === "collect" ? textInPictures(input) : [];
  if (texts.length === 0 || input.forceIntent !== null || input.dueTimer != null) return null;
  const reading = flow.reader.read(texts, readingContext(flow, input));
  return reading instanceof Promise ? reading.then(dataAlone) : dataAlone(reading);
}

/** An engine that is wrong too often settles nothing: the model is asked, or the customer. */
function heedStop(reading: Reading, { localAnswers }: AgentInput): Reading {
  return localAnswers === "stopped" ? { ...reading, isSettled: false } : reading;
}

function withoutRepeats(told: Turn): Explained {
  const decide = (turn: Turn) => leaveOutRepeats(turn, decideTurn(turn), turn.flow.reader.judgeRepeats);
  const offered = offerOptions(told);
  const turn = offered instanceof Promise ? offered.then(validateTold) : validateTold(offered);
  return turn instanceof Promise ? turn.then(decide) : decide(turn);
}

/**
 * A forced intent, a timer, a sticker and anything that a person answers need no comprehension, so
 * no model is asked.
 */
function isToBeRead(
  flow: FlowDefinition,
  { forceIntent, dueTimer, inputClass, message, session }: AgentInput,
): boolean {
  const isWordless = inputClass === "STICKER_STANDBY" || inputClass === "UNSUPPORTED" || message.trim() === "";
  return forceIntent === null && dueTimer == null && !isWordless && stageOf(flow, session.mode) !== "handoff";
}

/** An agent that was made with `defineFlowAgent`, here or in another copy of the library. */
export function isFlowAgent(agent: Agent): agent is FlowAgent {
  return "definition" in agent && typeof agent.definition === "object" && agent.definition !== null;
}
