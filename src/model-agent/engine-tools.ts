import type { ModelTool } from "../core/ports/model/model.ts";
import { failedCall, type LoopTool } from "../core/tool-calls/run-tool-loop.ts";
import { modelName } from "../core/tool-calls/tool-names.ts";

/** The names of the tools that every such agent has beside its own. */
export const ENGINE_TOOLS = ["session.move", "person.call"] as const;
const [MOVE, PERSON] = ENGINE_TOOLS;

/** What the model has asked of the agent's own engine in this turn. */
export interface EngineTools {
  readonly tools: readonly LoopTool[];
  /** null: the state stays. */
  state(): string | null;
  /** Why a person is to go on; null: the bot goes on. */
  person(): string | null;
}

/** A move along the arrows of the state, once in a turn; and a call for a person. */
export function openEngineTools(state: string, next: readonly string[]): EngineTools {
  let moved: string | null = null;
  let called: string | null = null;
  const move: LoopTool = {
    ...toolOf(MOVE, "Moves the conversation to another state, along its arrows.", "state", {
      ...{ type: "string", description: "the new state", enum: [...next] },
    }),
    carryOut(input) {
      const wanted = textIn(input, "state");
      if (wanted === null) return failedCall('"state" must be a text');
      if (moved !== null) return failedCall(`the conversation goes to "${moved}" already, once in a turn`);
      if (!next.includes(wanted)) {
        return failedCall(`"${state}" does not lead to "${wanted.slice(0, 80)}"; it leads to ${next.join(", ")}`);
      }
      moved = wanted;
      return { output: "ok", isError: false };
    },
  };
  const person: LoopTool = {
    ...toolOf(PERSON, "Asks a person to go on: the customer wants one, or you cannot help.", "reason", {
      ...{ type: "string", description: "why, in one sentence, for that person" },
    }),
    carryOut(input) {
      const reason = textIn(input, "reason");
      if (reason === null) return failedCall('"reason" must be a text');
      called ??= reason.slice(0, 300);
      return { output: "ok: a person goes on after your answer", isError: false };
    },
  };
  return { tools: next.length > 0 ? [move, person] : [person], state: () => moved, person: () => called };
}

function toolOf(
  name: string,
  description: string,
  field: string,
  schema: Readonly<Record<string, unknown>>,
): ModelTool {
  return {
    name: modelName(name),
    description,
    inputSchema: { type: "object", properties: { [field]: schema }, required: [field], additionalProperties: false },
  };
}

function textIn(input: unknown, field: string): string | null {
  const value: unknown = typeof input === "object" && input !== null ? Reflect.get(input, field) : null;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
