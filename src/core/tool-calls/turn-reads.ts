import type { ToolResult, ToolTraits } from "../ports/tools.ts";

/**
 * Why a read gave nothing:
 * - `unknown_tool`: no tool has this name
 * - `denied`: it is no read, the agent was not given it, or the policy says no
 * - `invalid_input`: the input does not fit the tool's schema, or the other side takes it for wrong
 * - `not_found`: the other side does not have what was asked for
 * - `refused`: the tool or the other side says no
 * - `unavailable`: it is down, or one of our limits is spent
 * - `timed_out`: no answer within the tool's time, or within the turn's
 */
export const READ_ERRORS = [
  "unknown_tool",
  "denied",
  "invalid_input",
  "not_found",
  "refused",
  "unavailable",
  "timed_out",
] as const;
export type ReadError = (typeof READ_ERRORS)[number];

export type ReadResult =
  | { readonly ok: true; readonly output: unknown }
  | {
      readonly ok: false;
      readonly error: ReadError;
      /** The tool's own code, the policy's rule, or a guard's name. */
      readonly code: string;
      /** Plain English, for the trace. It is not for a customer. */
      readonly message: string;
    };

/** The tools of an agent while it decides. */
export interface TurnReads {
  /**
   * Asks a tool of effect `read`. The policy judges the call, the journal keeps the answer, and the
   * same question in one turn has one answer. A failure is a value: it never throws for a tool.
   */
  read(name: string, input: unknown): Promise<ReadResult>;
}

/** Reads where no turn is: every one fails. */
export const NO_READS: TurnReads = {
  read: async (name) => failed("unavailable", "no_turn", `"${name}" cannot be read here: no turn is under way`),
};

/** At most this many reads in one turn. */
export const MOST_READS = 16;

/** The time of all reads of one turn: within an agent's time to decide. */
export const READS_MS = 45_000;

/** The rule that stands for a tool's own refusal, beside the rules of the policy. */
export function ownRefusal(tool: string): string {
  return `${tool} itself`;
}

/** null when the tool may be read. */
export function whyNoRead(tool: string, traits: Pick<ToolTraits, "kind"> | null): ReadResult | null {
  if (traits === null) return failed("unknown_tool", "unknown_tool", `no tool is named "${tool}"`);
  if (traits.kind === "read") return null;
  return failed(
    "denied",
    "not_a_read",
    `"${tool}" has the effect ${traits.kind}: only a decision calls it, and a read changes nothing`,
  );
}

export function readResult(tool: string, result: ToolResult): ReadResult {
  switch (result.kind) {
    case "ok":
      return { ok: true, output: result.output };
    case "confirm":
      return failed("denied", result.rule, `"${tool}" needs a yes, and a read asks no question: ${result.reason}`);
    case "denied":
      if (result.rule === "invalid_input") return failed("invalid_input", result.rule, result.reason);
      if (result.rule === ownRefusal(tool)) return failed("refused", "denied", result.reason);
      return failed("denied", result.rule ?? "denied", result.reason);
    case "error":
      return failed(ERRORS[result.type ?? "failed"], result.code, result.message);
  }
}

export function failed(error: ReadError, code: string, message: string): ReadResult {
  return { ok: false, error, code, message };
}

const ERRORS = {
  not_found: "not_found",
  conflict: "refused",
  invalid: "invalid_input",
  rate_limited: "unavailable",
  timeout: "timed_out",
  unavailable: "unavailable",
  failed: "refused",
} as const satisfies Readonly<Record<string, ReadError>>;
