import type { DecidedToolCall } from "../../core/agent/agent.ts";
import type { ModelAnswer, ModelContent } from "../../core/ports/model.ts";
import type { Question } from "../../core/ports/turn-model.ts";
import { type ToolNames, toolNames } from "../../core/tools/tool-names.ts";
import type { OrchestratorDefinition } from "../definition/flow-definition.ts";
import type { Draft, Spoken, Turn } from "../draft.ts";
import { enterMode } from "../enter-mode.ts";
import type { Asking } from "./asking.ts";
import { says } from "./detector-question.ts";
import { correctionText, orchestratorQuestion } from "./orchestrator-question.ts";
import { orchestratorContract, shopKnowledge } from "./orchestrator-system.ts";
import { type SpokenFacts, spokenFault } from "./spoken-fault.ts";
import { MOVE_TOOL } from "./tool-names.ts";

/** Questions in one turn; the last of them must bring the answer. */
const MOST_ROUNDS = 4;
/** Calls in one answer that are considered; the rest come back as errors. */
const MOST_CALLS = 4;
/** Lines of the conversation that it sees, and those near the end of the budget. */
const TURNS = { all: 20, short: 4 } as const;

/** The state of a loop. */
interface Progress {
  readonly move: string | null;
  readonly tools: readonly DecidedToolCall[];
  /** What tools have told: facts of this turn. */
  readonly told: readonly string[];
  /** Calls that were made, by name and input: a repetition brings nothing. */
  readonly made: ReadonlySet<string>;
}

interface Orchestration {
  readonly turn: Turn;
  readonly draft: Draft;
  readonly orchestrator: OrchestratorDefinition;
  readonly names: ToolNames;
  readonly asking: Asking;
}

/**
 * An answer to a question without a template, within bounded rounds; null when no answer may be
 * said, and nothing was done then. This code and the runtime judge tools and moves, whatever the
 * prompt says. A cut, refused or broken answer does not count.
 */
export async function orchestrate(turn: Turn, draft: Draft, asking: Asking): Promise<Spoken | null> {
  const { orchestrator } = turn.flow.model;
  if (orchestrator === null || orchestrator.oneCall) return null;
  const state = await asking.budget();
  if (state === "spent") return null;
  const names = toolNames([MOVE_TOOL, ...orchestrator.tools.map(({ name }) => name)]);
  const briefed = { turn, draft, orchestrator, names };
  const turns = state === "near" ? TURNS.short : TURNS.all;
  return converse(orchestratorQuestion({ ...briefed, turns, summary: await asking.summary() }), { ...briefed, asking });
}

/** The words of a detector that answers as well (D10), as far as they may be said. */
export function replyOf(turn: Turn, reply: string, asking: Asking): Spoken | null {
  if (turn.flow.model.orchestrator?.oneCall !== true || reply.trim() === "") return null;
  const text = tidy(reply);
  const fault = spokenFault(text, factsOf(turn, NO_PROGRESS));
  if (fault === null) return { text, move: null, tools: [] };
  asking.note(`what the model would say is not said: ${fault}`);
  return null;
}

const NO_PROGRESS: Progress = { move: null, tools: [], told: [], made: new Set() };

async function converse(first: Question, orchestration: Orchestration): Promise<Spoken | null> {
  const { asking } = orchestration;
  let question = first;
  let progress = NO_PROGRESS;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const asked = await asking.ask({ ...question, key: `orchestrator.${round}` });
    if (asked.kind !== "answered") return null;
    const { answer } = asked;
    if (answer.toolCalls.length === 0) {
      const text = tidy(answer.text);
      const fault = spokenFault(text, factsOf(orchestration.turn, progress));
      if (fault === null) return { text, move: progress.move, tools: progress.tools };
      asking.note(`what the model would say is not said: ${fault}`);
      question = append(question, answer, says("user", correctionText(fault)).content);
      continue;
    }
    const carried = await carryOutCalls(answer, round, progress, orchestration);
    if (!carried.hasMoved) {
      asking.note("the same calls again: no more rounds");
      return null;
    }
    progress = carried.progress;
    question = append(question, answer, carried.results);
  }
  asking.note(`no answer after ${MOST_ROUNDS} rounds`);
  return null;
}

function append(question: Question, { content, text }: ModelAnswer, reply: readonly ModelContent[]): Question {
  // Verbatim: providers need their own content back unchanged. A message must not be empty.
  const said: readonly ModelContent[] =
    content.length > 0 ? content : [{ type: "text", text: text === "" ? "…" : text }];
  const messages = [
    ...question.messages,
    { role: "assistant", content: said },
    { role: "user", content: reply },
  ] as const;
  return { ...question, messages };
}

interface Carried {
  readonly progress: Progress;
  readonly results: readonly ModelContent[];
  /** False when every call had been made before. */
  readonly hasMoved: boolean;
}

async function carryOutCalls(
  { toolCalls }: ModelAnswer,
  round: number,
  before: Progress,
  orchestration: Orchestration,
): Promise<Carried> {
  let progress = before;
  let hasMoved = false;
  const results: ModelContent[] = [];
  for (const [index, { callId, name, input }] of toolCalls.entries()) {
    const id = `${name} ${JSON.stringify(input)}`;
    const isNew = !progress.made.has(id);
    const outcome: CallOutcome = !isNew
      ? failed("that call was made already, with the same input")
      : index >= MOST_CALLS
        ? failed(`at most ${MOST_CALLS} calls at once`)
        : await carryOut({ name, input, key: `orchestrator.${round}.${index + 1}` }, progress, orchestration);
    hasMoved ||= isNew;
    const { move = progress.move, call, told } = outcome;
    progress = {
      move,
      tools: call === undefined ? progress.tools : [...progress.tools, call],
      told: told === undefined ? progress.told : [...progress.told, told],
      made: new Set([...progress.made, id]),
    };
    results.push({ type: "tool_result", callId, output: outcome.output, isError: outcome.isError });
  }
  return { progress, results, hasMoved };
}

interface CallOutcome {
  readonly output: string;
  readonly isError: boolean;
  readonly move?: string;
  readonly call?: DecidedToolCall;
  readonly told?: string;
}

function failed(reason: string): CallOutcome {
  return { output: `error: ${reason}`, isError: true };
}

interface Call {
  readonly name: string;
  readonly input: unknown;
  /** Unique in the turn: the id of the call in the decision. */
  readonly key: string;
}

async function carryOut(
  { name, input, key }: Call,
  progress: Progress,
  { turn, draft, orchestrator, names, asking }: Orchestration,
): Promise<CallOutcome> {
  const inside = names.toInside(name);
  if (inside === null) return failed(`there is no tool "${name.slice(0, 80)}"`);
  if (inside === MOVE_TOOL) return moveTo(turn, draft, textOf(input, "mode"), progress);
  const tool = orchestrator.tools.find((one) => one.name === inside);
  if (tool === undefined) return failed(`there is no tool "${name.slice(0, 80)}"`);
  const given: Record<string, string> = {};
  for (const { name: field } of tool.inputs) {
    const text = textOf(input, field);
    if (text === null) return failed(`"${field}" must be a text`);
    given[field] = text;
  }
  // The shop's fixed input wins over anything that the model sends.
  const call: DecidedToolCall = { callId: key, tool: inside, input: { ...given, ...tool.fixed } };
  const result = await asking.tryTool(call);
  if (result.kind === "confirm") {
    return { output: `not done yet: it waits for a yes (${result.reason})`, isError: false, call };
  }
  if (result.kind !== "ok") return failed(result.kind === "denied" ? `denied: ${result.reason}` : result.message);
  // biome-ignore lint/suspicious/noUnnecessaryConditions: JSON.stringify of undefined is undefined, which its type hides
  const output = JSON.stringify(result.output) ?? "null";
  // An effect is committed with the turn, if the decision holds its call; a read only tells facts.
  return result.effect === undefined ? { output, isError: false, told: output } : { output, isError: false, call };
}

function moveTo(turn: Turn, draft: Draft, mode: string | null, { move }: Progress): CallOutcome {
  if (mode === null) return failed('"mode" must be a text');
  if (move !== null) return failed(`the session goes to "${move}" already, once in a turn`);
  const entered = enterMode(turn, draft, mode);
  return entered.kind === "refused" ? failed(entered.reason) : { output: "ok", isError: false, move: mode };
}

/** Only an object is an input: a text that would need repair is none. */
function textOf(input: unknown, field: string): string | null {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return null;
  const value: unknown = Object.hasOwn(input, field) ? Reflect.get(input, field) : null;
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

function factsOf(turn: Turn, { told, tools }: Progress): SpokenFacts {
  const { flow, input } = turn;
  return {
    knowledge: [shopKnowledge(flow), flow.name, ...told].join("\n"),
    data: Object.values(input.session.datosCapturados),
    said: input.message,
    packs: flow.packs,
    instructions: orchestratorContract(),
    hasNote: tools.length > 0,
  };
}

/** Markdown as WhatsApp writes it. */
function tidy(text: string): string {
  return text
    .trim()
    .replace(/\*\*(?=\S)([^*\n]+?)\*\*/g, "*$1*")
    .replace(/^#{1,6}\s+(.+)$/gm, "*$1*");
}
