import * as z from "zod";
import type { Decision } from "../core/agent/agent.ts";
import type { SegmentOrigin } from "../core/agent/segment.ts";
import { TOOL_REQUESTS } from "../core/inbound/tool-request.ts";
import { ROLES } from "../core/operations/principal.ts";
import type { ToolScope } from "../core/ports/tools.ts";
import type { Asked } from "../core/tool-calls/confirmation.ts";
import type { ClaimedTurn } from "../core/turn/turn.ts";
import { parseDecision } from "./decision-schema.ts";
import type { Deed } from "./deed.ts";

/**
 * Where a run stood when it began to wait: its decision and its deeds. The run resumes from here
 * and repeats nothing.
 */
export interface Checkpoint {
  readonly decision: Decision;
  /** Without the effects: the turn that asked has committed those. */
  readonly deeds: readonly Deed[];
  /** The session's mode when the run began to wait. */
  readonly mode: string;
  /**
   * True when a customer spoke and waits for the result; false when a timer or an operator caused
   * the run.
   */
  readonly customerWaits: boolean;
  /** Who asked for the run's calls, and how. Its remaining calls are judged by this. */
  readonly asker: Asker;
}

export type Asker = Pick<ToolScope, "cause" | "requests" | "actor">;

const deed = z.object({
  callId: z.string(),
  tool: z.string(),
  isExternal: z.boolean(),
  isTransactional: z.boolean(),
  result: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("ok"), output: z.unknown() }),
    z.object({ kind: z.literal("denied"), reason: z.string() }),
    z.object({ kind: z.literal("error"), code: z.string(), message: z.string() }),
  ]),
});

const asker = z.object({
  cause: z.enum(["customer", "timer", "operator", "service"]),
  // An absent list (an older checkpoint) or an unknown entry opens no tool.
  requests: z.array(z.enum(TOOL_REQUESTS)).catch([]),
  actor: z.object({
    kind: z.enum(["agent", "operator", "service"]),
    name: z.string(),
    role: z.enum(ROLES).nullable(),
  }),
});

const checkpoint = z.object({
  decision: z.unknown(),
  deeds: z.array(deed),
  mode: z.string(),
  customerWaits: z.boolean(),
  asker,
});

/** The asker of a run's opening turn, as its segments inherit it. */
export function readAsker({ asker: written }: SegmentOrigin): Asker {
  return asker.parse(written);
}

export function readCheckpoint({ checkpoint: state }: Pick<Asked, "checkpoint">): Checkpoint {
  const { decision, deeds, ...rest } = checkpoint.parse(state);
  return { ...rest, decision: parseDecision(decision, "checkpoint"), deeds: deeds.map(standing) };
}

/**
 * Readable also from a broken checkpoint, so that a person who closes the run can tell the waiting
 * customer.
 */
export function doesCustomerWait({ asked }: Pick<ClaimedTurn, "asked">): boolean {
  const waits = z.object({ customerWaits: z.boolean() }).safeParse(asked?.checkpoint);
  return waits.success && waits.data.customerWaits;
}

export function writeCheckpoint({ deeds, ...rest }: Checkpoint): unknown {
  return { ...rest, deeds: deeds.filter(({ result }) => result.kind !== "confirm").map(withoutEffect) };
}

/** The commit has already written its effect. */
function standing({ result, ...one }: z.output<typeof deed>): Deed {
  return { ...one, result: result.kind === "ok" ? { ...result, effect: null } : result };
}

function withoutEffect({ result, ...one }: Deed) {
  return { ...one, result: result.kind === "ok" ? { kind: result.kind, output: result.output } : result };
}
