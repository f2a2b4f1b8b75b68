import { setTimeout as wait } from "node:timers/promises";
import type { Agent } from "../../core/agent/agent.ts";
import type { Confirmation } from "../../core/answers/desk/confirmation.ts";
import type { Run } from "../../core/answers/run.ts";
import { RecadoError } from "../../core/errors.ts";
import type { EventId, RunId, SessionId, WorkspaceId } from "../../core/ids.ts";
import type { Principal } from "../../core/operations/principal.ts";
import { bindCrm, type CrmReader } from "../../core/ports/crm.ts";
import type { SandboxPlace, SandboxPlaces } from "../../core/ports/lab/sandbox-places.ts";
import type { Store } from "../../core/ports/store.ts";
import type { ToolCall } from "../../core/ports/tools.ts";
import { argumentsHash } from "../../core/tool-calls/arguments-hash.ts";
import type { ConfirmationStatus } from "../../core/tool-calls/confirmation.ts";
import type { QuestionAnswer } from "../memory/sandbox-question.ts";
import type { SandboxToolResult } from "../memory/turn-how.ts";

/**
 * What a sandbox does in the shop's own CRM: each call is a command of the person who tries it, by
 * the same loop as any other.
 */
export interface LiveCrm {
  open(by: Principal, agent: Agent): Promise<SandboxPlace>;
  read(workspace: WorkspaceId): CrmReader;
  call(call: ToolCall, turn: LiveTurn): Promise<SandboxToolResult>;
  /**
   * Returns the answer that counts: a person may have given one before. `expired` calls the
   * question off.
   */
  decide(liveRunId: string, answer: QuestionAnswer, by: Principal): Promise<QuestionAnswer>;
  /** What was answered to a call that waits; null when there is no answer yet. */
  answerTo(liveRunId: string, by: Principal): Promise<QuestionAnswer | null>;
}

export interface LiveTurn {
  readonly by: Principal;
  readonly place: SandboxPlace;
  readonly agent: Agent;
}

interface LiveDependencies {
  readonly store: Pick<Store, "confirmations" | "runs" | "crm">;
  readonly places: SandboxPlaces;
  readonly newId: () => string;
}

/** A worker carries a call out; the person who tries it waits at most this long. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 40;

export function openLiveCrm({ store, places, newId }: LiveDependencies): LiveCrm {
  return {
    async open(by, agent) {
      requirePerson(by);
      return places.open(by.workspaceId, agent.id, newId);
    },
    read: (workspace) => bindCrm(store.crm, workspace),
    async call({ tool, input: given, idempotencyKey, scope }, { by, place, agent }) {
      requirePerson(by);
      const { workspaceId } = by;
      const begins = { id: newId() as SessionId, agentId: agent.id, mode: agent.initialMode };
      const sessionId = await places.session(workspaceId, place, begins);
      const asked = inSession(given, sessionId);
      const taken = await store.confirmations.command({
        ...{ workspaceId, conversationId: place.conversationId, tool, input: asked },
        argumentsHash: argumentsHash({ tool, input: asked, agentId: "", agentVersion: "" }),
        idempotencyKey: `sandbox:${place.conversationId}:${idempotencyKey}`,
        ...{ actor: by.actor, identity: by.identity, role: by.role, isDryRun: false },
        tried: {
          cause: scope.cause === "timer" ? "timer" : "customer",
          requests: scope.requests,
        },
        ...{ eventId: newId() as EventId, runId: newId() as RunId },
      });
      if (taken.kind !== "taken") {
        return { kind: "error", code: taken.kind, message: `The call was not taken: ${taken.kind}.` };
      }
      const run = await ended(store, workspaceId, taken.runId);
      return "question" in run ? waits(run) : resultOf(taken.runId, tool, run.run);
    },
    async decide(liveRunId, answer, by) {
      requirePerson(by);
      const decided = await store.confirmations.decide({
        ...{ workspaceId: by.workspaceId, of: { runId: liveRunId as RunId } },
        ...{ actor: by.actor, identity: by.identity },
        decision: answer === "approve" ? "approve" : "deny",
        note: answer === "expired" ? "nobody answered in the sandbox" : null,
      });
      // It goes on at once; while its conversation is at work, a worker resumes it within a second.
      if (decided.kind === "decided") await store.confirmations.resume({ limit: 1, newId });
      if (decided.kind === "not_entitled") {
        throw new RecadoError(
          "forbidden",
          `You have asked for this yourself, and it cannot be taken back: another person of the shop says yes to it, under Confirmations (run ${liveRunId}).`,
        );
      }
      return (await answerTo(by.workspaceId, liveRunId)) ?? answer;
    },
    answerTo: (liveRunId, by) => answerTo(by.workspaceId, liveRunId),
  };

  async function answerTo(workspace: WorkspaceId, liveRunId: string): Promise<QuestionAnswer | null> {
    const asked = await newestQuestion(store, workspace, liveRunId as RunId);
    return asked === null ? null : ANSWERS[asked.status];
  }
}

const ANSWERS: Readonly<Record<ConfirmationStatus, QuestionAnswer | null>> = {
  pending: null,
  approved: "approve",
  denied: "deny",
  expired: "expired",
  // A person has discarded its run.
  cancelled: "deny",
};

async function newestQuestion(store: LiveDependencies["store"], workspace: WorkspaceId, runId: RunId) {
  const { items } = await store.confirmations.list(workspace, { runId, limit: 1 });
  return items[0] ?? null;
}

function waits({ question: asked }: { readonly question: Confirmation }): SandboxToolResult {
  const { rule, reason, audience, question, runId } = asked;
  return { kind: "confirm", rule, reason, audience, question, liveRunId: String(runId) };
}

/** A program that holds a token of its own works with the books by their own doors. */
export function requirePerson({ role }: Principal): void {
  if (role === "owner" || role === "operator") return;
  throw new RecadoError(
    "forbidden",
    `crm: live books are for owners and operators, and you are ${role}: use crm "dry-run".`,
  );
}

/**
 * A purchase is named for the session that it is made in; the sandbox's own sessions are not in the
 * CRM.
 */
function inSession(given: unknown, sessionId: SessionId): unknown {
  if (typeof given !== "object" || given === null || !("purchaseKey" in given)) return given;
  return { ...given, purchaseKey: `${sessionId}:${String(given.purchaseKey)}` };
}

/**
 * The run's end, or the question that it waits on; null when neither has come in time. An answered
 * run goes on by itself.
 */
async function ended(
  store: LiveDependencies["store"],
  workspace: WorkspaceId,
  id: RunId,
): Promise<{ readonly run: Run | null } | { readonly question: Confirmation }> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (performance.now() < deadlineMs) {
    const run = await store.runs.get(workspace, id);
    if (run?.status === "completed" || run?.status === "dead_letter") return { run };
    const question = run?.status === "waiting_confirmation" ? await newestQuestion(store, workspace, id) : null;
    if (question?.status === "pending") return { question };
    await wait(LOOK_EVERY_MS);
  }
  return { run: null };
}

function resultOf(runId: RunId, tool: string, run: Run | null): SandboxToolResult {
  const liveRunId = String(runId);
  if (run === null) {
    const message = `"${tool}" was ordered and is not done after ${PATIENCE_MS / 1_000} s: its run says what becomes of it.`;
    return { kind: "error", code: "not_done_yet", message, liveRunId };
  }
  const call = run.toolCalls?.at(-1);
  const reason = call?.policyReason ?? "";
  if (call?.status === "ok") return { kind: "ok", output: call.output, allowedBy: reason, liveRunId };
  if (call?.policy === "deny") return { kind: "denied", reason, liveRunId };
  const { code, message } = run.error ?? { code: "tool_failed", message: call?.error ?? "It failed." };
  return { kind: "error", code, message, liveRunId };
}
