import { setTimeout as wait } from "node:timers/promises";
import type { Agent, AgentInput, DecidedToolCall } from "../../core/agent.ts";
import { argumentsHash } from "../../core/arguments-hash.ts";
import { RecadoError } from "../../core/errors.ts";
import type { EventId, RunId, SessionId, WorkspaceId } from "../../core/ids.ts";
import { bindCrm, type CrmReader } from "../../core/ports/crm.ts";
import type { RunView } from "../../core/ports/ledger.ts";
import type { SandboxPlace, SandboxPlaces } from "../../core/ports/sandbox-places.ts";
import type { Store } from "../../core/ports/store.ts";
import type { Principal } from "../../core/principal.ts";
import type { SandboxToolResult } from "../../memory/turn-how.ts";

/** What a sandbox does in the books of the shop: each call a command of whoever tries it, by the same loop as any other. */
export interface LiveBooks {
  open(by: Principal, agent: Agent): Promise<SandboxPlace>;
  read(workspace: WorkspaceId): CrmReader;
  call(call: DecidedToolCall, turn: LiveTurn): Promise<SandboxToolResult>;
}

export interface LiveTurn {
  readonly by: Principal;
  readonly place: SandboxPlace;
  readonly agent: Agent;
  readonly input: AgentInput;
}

interface LiveParts {
  readonly store: Pick<Store, "confirmations" | "ledger" | "crm">;
  readonly places: SandboxPlaces;
  readonly newId: () => string;
}

/** A worker carries it out; whoever tries something out waits so long for it. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 40;

export function openLiveBooks({ store, places, newId }: LiveParts): LiveBooks {
  return {
    async open(by, agent) {
      requirePerson(by);
      return places.open(by.workspaceId, agent.id, newId);
    },
    read: (workspace) => bindCrm(store.crm, workspace),
    async call({ callId, tool, input: given }, { by, place, agent, input }) {
      requirePerson(by);
      const { workspaceId } = by;
      const begins = { id: newId() as SessionId, agentId: agent.id, mode: agent.initialMode };
      const sessionId = await places.session(workspaceId, place, begins);
      const asked = inSession(given, sessionId);
      const taken = await store.confirmations.command({
        ...{ workspaceId, conversationId: place.conversationId, tool, input: asked },
        argumentsHash: argumentsHash({ tool, input: asked, agentId: "", agentVersion: "" }),
        idempotencyKey: `sandbox:${place.conversationId}:${input.session.id}:${input.turnNumber}:${callId}`,
        ...{ actor: by.actor, role: by.role, isDryRun: false },
        tried: {
          cause: input.dueTimer == null ? "customer" : "timer",
          requestedExplicitly: input.inputClass === "TEXT_TOOL_INTENT",
        },
        ...{ eventId: newId() as EventId, runId: newId() as RunId },
      });
      if (taken.kind !== "taken") {
        return { kind: "error", code: taken.kind, message: `The call was not taken: ${taken.kind}.` };
      }
      return resultOf(taken.runId, tool, await ended(store, workspaceId, taken.runId));
    },
  };
}

/** A program that holds a token of its own works with the books by their own doors. */
export function requirePerson({ role }: Principal): void {
  if (role === "owner" || role === "operator") return;
  throw new RecadoError(
    "forbidden",
    `crm: live books are for owners and operators, and you are ${role}: use crm "dry-run".`,
  );
}

/** A purchase is named for the session that it is made in; the sandbox's own sessions are not in the books. */
function inSession(given: unknown, sessionId: SessionId): unknown {
  if (typeof given !== "object" || given === null || !("purchaseKey" in given)) return given;
  return { ...given, purchaseKey: `${sessionId}:${String(given.purchaseKey)}` };
}

/** Null when it has not come to an end in time. */
async function ended(store: LiveParts["store"], workspace: WorkspaceId, id: RunId): Promise<RunView | null> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (performance.now() < deadlineMs) {
    const run = await store.ledger.getRun(workspace, id);
    if (run !== null && ["completed", "dead_letter", "waiting_confirmation"].includes(run.status)) return run;
    await wait(LOOK_EVERY_MS);
  }
  return null;
}

function resultOf(runId: RunId, tool: string, run: RunView | null): SandboxToolResult {
  const liveRunId = String(runId);
  if (run === null) {
    const message = `"${tool}" was ordered and is not done after ${PATIENCE_MS / 1_000} s: its run says what becomes of it.`;
    return { kind: "error", code: "not_done_yet", message, liveRunId };
  }
  const call = run.toolCalls?.at(-1);
  const reason = call?.policyReason ?? "";
  if (call?.status === "ok") return { kind: "ok", output: call.output, allowedBy: reason, liveRunId };
  if (run.status === "waiting_confirmation") {
    const message = `Not done yet: it waits for a yes under Confirmations (${reason}).`;
    return { kind: "error", code: "waits_for_a_yes", message, liveRunId };
  }
  if (call?.policy === "deny") return { kind: "denied", reason, liveRunId };
  const { code, message } = run.error ?? { code: "tool_failed", message: call?.error ?? "It failed." };
  return { kind: "error", code, message, liveRunId };
}
