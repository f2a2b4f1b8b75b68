import type { ToolResult } from "../ports/tools.ts";
import { failedCall, type LoopResult, type LoopTool, type PlannedCall } from "./run-tool-loop.ts";
import type { OfferedTool } from "./tool-offer.ts";
import type { TurnReads } from "./turn-reads.ts";

/** The runtime's answers to the calls of one turn. */
export interface TurnCalls {
  /** Carries out a read, journaled and timed. */
  read: TurnReads["read"];
  /** Judges a call that writes. It is done only if the decision holds it. */
  tryTool(call: PlannedCall): Promise<ToolResult>;
}

/** A tool of the registry in a loop. What writes goes into the decision, which alone is carried out. */
export function registryTool(offered: OfferedTool, calls: TurnCalls): LoopTool {
  const { name, description, inputSchema } = offered;
  return {
    ...{ name, description, inputSchema },
    async carryOut(input, callId) {
      const given = inputOf(offered, input);
      if (given.kind === "missing") return failedCall(`"${given.name}" is missing`);
      const call: PlannedCall = { callId, tool: offered.tool, input: given.value };
      if (offered.effect !== "read") return resultOf(await calls.tryTool(call), call);
      const read = await calls.read(offered.tool, given.value);
      if (!read.ok) return failedCall(`${read.error}: ${read.message}`);
      const output = JSON.stringify(read.output) ?? "null";
      return { output, isError: false, told: output };
    },
  };
}

type Given =
  | { readonly kind: "given"; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: "missing"; readonly name: string };

function inputOf({ inputs, fixed }: OfferedTool, input: unknown): Given {
  const said = new Map(typeof input === "object" && input !== null ? Object.entries(input) : []);
  if (inputs === null) return { kind: "given", value: { ...Object.fromEntries(said), ...fixed } };
  const missing = inputs.find((name) => isBlank(said.get(name)));
  if (missing !== undefined) return { kind: "missing", name: missing };
  return { kind: "given", value: { ...Object.fromEntries(inputs.map((name) => [name, said.get(name)])), ...fixed } };
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function resultOf(result: ToolResult, call: PlannedCall): LoopResult {
  switch (result.kind) {
    case "confirm":
      return {
        output: `not done yet: it waits for a yes (${result.reason})`,
        isError: false,
        call,
        awaits: result.audience,
      };
    case "denied":
      return failedCall(`denied: ${result.reason}`);
    case "error":
      return failedCall(result.suggestion == null ? result.message : `${result.message} ${result.suggestion}`);
    case "ok":
      // It is done when the answer is sent, so it tells no fact yet.
      return { output: JSON.stringify(result.output) ?? "null", isError: false, call };
  }
}
