import type { KnownAgentConfig } from "../../src/core/answers/agent-config.ts";
import type { OpenCircuit } from "../../src/core/answers/circuit.ts";
import { type StoredConversation, StoredConversationSummary } from "../../src/core/answers/conversation.ts";
import type { CustomerFile } from "../../src/core/answers/customer-file.ts";
import type { Alert } from "../../src/core/answers/desk/alert.ts";
import type { Confirmation } from "../../src/core/answers/desk/confirmation.ts";
import type { Run } from "../../src/core/answers/run.ts";
import { RecadoError } from "../../src/core/errors.ts";
import {
  type ConversationId,
  DEFAULT_WORKSPACE,
  type EventId,
  type RunId,
  type WorkspaceId,
} from "../../src/core/ids.ts";
import type { NewAlert } from "../../src/core/operations/alert.ts";
import type { StatusReport } from "../../src/core/outbound/outbox.ts";
import type { EnqueueRequest, QuarantinedItem } from "../../src/core/ports/mailbox.ts";
import type { RecordedStatuses } from "../../src/core/ports/outbox.ts";
import type { Store } from "../../src/core/ports/store.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { EMPTY_PORTS, unused } from "./empty-ports.ts";

export const A_CIRCUIT: OpenCircuit = {
  workspaceId: DEFAULT_WORKSPACE,
  scope: "number",
  key: "106540352242922",
  kind: "number",
  code: 131031,
  detail: "the account is locked",
  openedAt: new Date("2026-03-02T15:04:05.000Z"),
  retryAt: new Date("2026-03-02T15:05:05.000Z"),
};

/**
 * Enough of a store to stand behind the doors: it remembers what it was given and knows keys, one run and one
 * conversation. Order, leases and everything else that makes a store are tested on PostgreSQL, not here.
 */
export class StoreDouble {
  readonly requests: EnqueueRequest[] = [];
  readonly quarantined: QuarantinedItem[] = [];
  readonly statuses: StatusReport[] = [];
  readonly switches: { enabled: boolean; actor: string; note: string | null }[] = [];
  /** What was raised. */
  readonly alerts: NewAlert[] = [];
  /** What is there to be listed. */
  readonly openAlerts = new Map<string, Alert>();
  agentConfig: KnownAgentConfig = {
    agentEnabled: true,
    conversationalAgentId: null,
    handoffMessage: null,
    crmAgentsEnabled: true,
    timerPreset: null,
    responseSpeed: null,
    locale: "es-CO",
    timeZone: "America/Bogota",
    businessHours: null,
    sessionEnd: null,
    confirmationMinutes: null,
    messagePrices: {},
    proactivePerDay: 4,
    proactiveSpacingMinutes: 240,
    quietMinutes: 30,
    windowMaintenance: false,
    updatedAt: new Date("2026-03-02T15:04:05.000Z"),
    updatedBy: "system",
  };
  readonly runs = new Map<string, Run>();
  readonly confirmations = new Map<string, Confirmation>();
  readonly commands = new Map<string, { eventId: EventId; runId: RunId; argumentsHash: string }>();
  readonly media = new Map<string, { media: CustomerFile; bytes: Uint8Array | null }>();
  readonly conversations = new Map<string, StoredConversation>();
  /** Turns that the next enqueue says it has leased. */
  turnsToLease: ClaimedTurn[] = [];
  /** Awaited before anything else: a test makes the database slow, or dead. */
  database: () => Promise<void> = async () => {};
  /** What the store learns from the next reports. */
  reportsTell: Partial<RecordedStatuses> = {};
  readonly #events = new Map<string, { eventId: EventId; runId: RunId; conversationId: ConversationId }>();

  get written(): number {
    return this.requests.length + this.quarantined.length + this.statuses.length;
  }

  readonly store: Store = {
    ...EMPTY_PORTS,
    mailbox: {
      enqueue: async (request) => {
        await this.database();
        this.requests.push(request);
        const items = request.items.map((item) => {
          const known = this.#events.get(item.idempotencyKey);
          const event = known ?? {
            eventId: item.eventId,
            runId: request.newId() as RunId,
            conversationId: request.newId() as ConversationId,
          };
          this.#events.set(item.idempotencyKey, event);
          return {
            ...event,
            idempotencyKey: item.idempotencyKey,
            workspaceId: "default" as WorkspaceId,
            duplicate: known !== undefined,
          };
        });
        return { items, turns: this.turnsToLease };
      },
      unkept: async (keys) => new Set(keys),
      away: async () => [],
      keepNotices: async () => {},
      quarantine: async (items) => {
        await this.database();
        this.quarantined.push(...items);
      },
      claim: unused,
      due: unused,
      nextDue: unused,
      reload: unused,
      closeSession: unused,
      absorbNewer: unused,
      flushSteps: unused,
      park: unused,
      tell: unused,
      commit: unused,
      fail: unused,
      bury: unused,
      release: unused,
      renew: unused,
    },
    outbox: {
      recordStatuses: async (reports) => {
        await this.database();
        this.statuses.push(...reports);
        return {
          recorded: reports.length,
          away: [],
          duplicates: 0,
          failures: [],
          prices: [],
          found: [],
          sentTwice: [],
          closed: [],
          ...this.reportsTell,
        };
      },
      claim: unused,
      markInFlight: unused,
      postpone: unused,
      settle: unused,
      openCircuits: async () => [A_CIRCUIT, { ...A_CIRCUIT, workspaceId: "other" as WorkspaceId }],
    },
    media: {
      ...{ claim: unused, settle: unused, open: unused, keepUnderstanding: unused },
      list: async () => ({ items: [], nextCursor: null }),
      read: async (_, id) => this.media.get(id) ?? null,
    },
    contacts: { update: async () => this.database() },
    alerts: {
      raise: async (alerts) => {
        this.alerts.push(...alerts);
      },
      clear: async () => {},
      list: async (_, { cursor }) => {
        if (cursor !== undefined) throw new RecadoError("request_invalid", "no such cursor");
        return { items: [...this.openAlerts.values()], nextCursor: null };
      },
      resolve: async (_, id) => this.openAlerts.get(id) ?? null,
    },
    confirmations: {
      list: async (_, { status }) => {
        const items = [...this.confirmations.values()].filter((one) => status === undefined || one.status === status);
        return { items, nextCursor: null };
      },
      get: async (_, id) => this.confirmations.get(id) ?? null,
      decide: async ({ workspaceId, of, decision, actor, note }) => {
        const id = "runId" in of ? of.runId : "";
        const asked = [...this.confirmations.values()].find(({ runId }) => runId === id);
        if (workspaceId !== DEFAULT_WORKSPACE || (asked === undefined && !this.runs.has(id)))
          return { kind: "not_found" };
        if (asked === undefined) return { kind: "not_waiting", confirmation: null };
        if (asked.audience === "customer") return { kind: "not_entitled", confirmation: asked };
        if (asked.status === "expired") return { kind: "expired", confirmation: asked };
        if (asked.status !== "pending") return { kind: "not_waiting", confirmation: asked };
        const status = decision === "approve" ? ("approved" as const) : ("denied" as const);
        const confirmation = { ...asked, status, decidedBy: actor, decidedAt: new Date(0), note };
        this.confirmations.set(asked.id, confirmation);
        return { kind: "decided", confirmation };
      },
      command: async ({ conversationId, idempotencyKey, argumentsHash, eventId, runId }) => {
        if (!this.conversations.has(conversationId)) return { kind: "not_found" };
        const former = this.commands.get(idempotencyKey);
        if (former !== undefined && former.argumentsHash !== argumentsHash) return { kind: "key_reused" };
        const taken = former ?? { eventId, runId, argumentsHash };
        this.commands.set(idempotencyKey, taken);
        return { kind: "taken", eventId: taken.eventId, runId: taken.runId, duplicate: former !== undefined };
      },
      forceIntent: async ({ eventId, runId }) => ({ kind: "taken", eventId, runId, duplicate: false }),
      resume: async () => ({ resumed: 0, nextDueInMs: null }),
    },
    agentConfigs: {
      get: async () => this.agentConfig,
      change: async (_, change, updatedBy) => {
        this.agentConfig = { ...this.agentConfig, ...change, updatedBy };
        return this.agentConfig;
      },
      takePlaces: unused,
    },
    runs: {
      get: async (_, id) => this.runs.get(id) ?? null,
      list: async (_, { cursor, status }) => {
        if (cursor !== undefined) throw new RecadoError("request_invalid", "no such cursor");
        const items = [...this.runs.values()].filter((run) => status === undefined || run.status === status);
        return { items, nextCursor: null };
      },
      retry: async (_, id) => {
        const run = this.runs.get(id);
        if (run === undefined) return { kind: "not_found" };
        if (run.status === "failed" || run.status === "dead_letter") return { kind: "requeued" };
        return { kind: "illegal", status: run.status };
      },
      discard: async (_, id, { actor, note }) => {
        const run = this.runs.get(id);
        if (run === undefined) return { kind: "not_found" };
        if (run.status !== "dead_letter") return { kind: "illegal", status: run.status };
        const discarded = { ...run, discarded: { at: new Date(0), actor, note } };
        this.runs.set(id, discarded);
        return { kind: "discarded", run: discarded };
      },
      cancel: async (_, id) => {
        const run = this.runs.get(id);
        if (run === undefined) return { kind: "not_found" };
        return run.segments === undefined ? { kind: "no_segments" } : { kind: "cancelled", run };
      },
      pause: async (_, id, { isPaused }) => {
        const run = this.runs.get(id);
        if (run === undefined) return { kind: "not_found" };
        return run.segments === undefined ? { kind: "no_segments" } : { kind: isPaused ? "paused" : "resumed", run };
      },
      plans: async (_, { cursor }) => {
        if (cursor !== undefined) throw new RecadoError("request_invalid", "no such cursor");
        return { items: [], nextCursor: null };
      },
    },
    conversations: {
      get: async (_, id) => this.conversations.get(id) ?? null,
      list: async (_, { contact }) => {
        const items = [...this.conversations.values()].filter(
          (one) => contact === undefined || one.contact.phone === contact || one.contact.bsuid === contact,
        );
        return { items: items.map((one) => StoredConversationSummary.parse(one)), nextCursor: null };
      },
      findEvent: async (_, id) => {
        const item = this.requests.flatMap(({ items }) => items).find(({ eventId }) => eventId === id);
        if (item === undefined || item.content.type !== "text") return null;
        const { source, inputType, identity, phoneNumberId, content } = item;
        return { source, inputType, identity, phoneNumberId, text: content.body };
      },
      addressOf: async (_, id) => {
        const found = this.conversations.get(id);
        if (found === undefined) return null;
        return { phoneNumberId: found.phoneNumberId, phone: found.contact.phone, bsuid: found.contact.bsuid };
      },
      setBotEnabled: async (_, id, change) => {
        this.switches.push(change);
        return this.conversations.has(id);
      },
    },
    health: {
      ping: async () => {
        await this.database();
        return 1;
      },
      proveWrites: () => this.database(),
      counts: async () => {
        await this.database();
        return {
          runsByStatus: { queued: 1, running: 0, waiting_confirmation: 0, completed: 7, failed: 0, dead_letter: 2 },
          outboxByStatus: { queued: 0, in_flight: 0, accepted: 7, failed: 0, in_doubt: 0, dropped: 0 },
          deadLetters: 2,
          openCircuits: { credential: 0, number: 1, proactive: 0 },
          quarantined: 3,
          localModels: [
            { agentId: "somnio", localModel: "ab12", audited: 40, right: 38, isStopped: false, isInUse: true },
          ],
          openAlerts: [{ kind: "template_paused", severity: "warning", count: 2 }],
          oldestDueSeconds: 1.5,
        };
      },
    },
  };
}
