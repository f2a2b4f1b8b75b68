import type { DecidedToolCall } from "../../core/agent/agent.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { registryTool, type TurnCalls } from "../../core/tool-calls/registry-tool.ts";
import {
  failedCall,
  type LoopResult,
  type LoopTool,
  type LoopYield,
  runToolLoop,
  tidy,
} from "../../core/tool-calls/run-tool-loop.ts";
import type { Draft, Spoken, Turn } from "../draft/draft.ts";
import { enterMode } from "../modes/enter-mode.ts";
import type { Asking } from "./asking.ts";
import { correctionText, moveTool, orchestratorQuestion } from "./orchestrator-question.ts";
import { orchestratorContract, shopKnowledge } from "./orchestrator-system.ts";
import { type SpokenFacts, spokenFault } from "./spoken-fault.ts";

/** Questions in one turn, and calls in one answer. */
const MOST = { rounds: 4, calls: 4 } as const;
/** Lines of the conversation that it sees, and those near the end of the budget. */
const TURNS = { all: 20, short: 4 } as const;

/**
 * An answer to a question without a template, within bounded rounds; null when no answer may be
 * said, and nothing was done then. This code and the runtime judge tools and moves, whatever the
 * prompt says.
 */
export async function orchestrate(turn: Turn, draft: Draft, asking: Asking): Promise<Spoken | null> {
  const { orchestrator } = turn.flow.model;
  if (orchestrator === null || orchestrator.oneCall) return null;
  const state = await asking.budget();
  if (state === "spent") return null;
  const move = openMove(turn, draft);
  const calls: TurnCalls = {
    read: (name, given) => turn.input.tools.read(name, given),
    tryTool: (call) => asking.tryTool(call),
  };
  const own = asking.toolsFor(orchestrator.tools).map((offered) => registryTool(offered, calls));
  const tools = [move.tool, ...own];
  const turns = state === "near" ? TURNS.short : TURNS.all;
  const end = await runToolLoop({
    question: orchestratorQuestion({ turn, draft, tools, turns, summary: await asking.summary() }),
    tools,
    most: MOST,
    ask: (question) => asking.ask(question),
    faultIn: (text, soFar) => spokenFault(text, factsOf(turn, soFar)),
    correct: correctionText,
  });
  for (const note of end.notes) asking.note(note);
  if (end.kind === "said")
    return { text: end.text, move: move.taken(), tools: [...end.calls] satisfies DecidedToolCall[] };
  asking.note(end.detail);
  return null;
}

/** The words of a detector that answers as well (D10), as far as they may be said. */
export function replyOf(turn: Turn, reply: string, asking: Asking): Spoken | null {
  if (turn.flow.model.orchestrator?.oneCall !== true || reply.trim() === "") return null;
  const text = tidy(reply);
  const fault = spokenFault(text, factsOf(turn, { calls: [], told: [], awaits: [] }));
  if (fault === null) return { text, move: null, tools: [] };
  asking.note(`what the model would say is not said: ${fault}`);
  return null;
}

/** The move of the session, judged by the transition table and its gates, once in a turn. */
function openMove(turn: Turn, draft: Draft): { readonly tool: LoopTool; taken(): string | null } {
  let taken: string | null = null;
  const carryOut = (input: unknown): LoopResult => {
    const mode = textOf(input, "mode");
    if (mode === null) return failedCall('"mode" must be a text');
    if (taken !== null) return failedCall(`the session goes to "${taken}" already, once in a turn`);
    const entered = enterMode(turn, draft, mode);
    if (entered.kind === "refused") return failedCall(entered.reason);
    taken = mode;
    return { output: "ok", isError: false };
  };
  return { tool: { ...moveTool(turn.flow), carryOut }, taken: () => taken };
}

/** Only an object is an input: a text that would need repair is none. */
function textOf(input: unknown, field: string): string | null {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return null;
  const value: unknown = Object.hasOwn(input, field) ? Reflect.get(input, field) : null;
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

function factsOf(turn: Turn, { told, calls }: LoopYield): SpokenFacts {
  const { flow, input } = turn;
  return {
    knowledge: [shopKnowledge(flow), flow.name, ...told].join("\n"),
    data: Object.values(input.session.datosCapturados),
    said: input.message,
    packs: flow.packs,
    instructions: orchestratorContract(),
    hasNote: calls.length > 0,
    language: packOf(flow.locale).language,
  };
}
