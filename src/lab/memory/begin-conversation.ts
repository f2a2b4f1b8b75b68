import type { Agent } from "../../core/agent/agent.ts";
import type { Session } from "../../core/agent/session.ts";
import { type ConversationState, newConversation } from "../../core/conversation/conversation-state.ts";
import type { ConversationId, PhoneNumberId, SessionId, WorkspaceId } from "../../core/ids.ts";
import { DEFAULT_LOCALE } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { SETTLE_MS, type TimerPreset } from "../../core/time/timer-policy.ts";
import { MEMORY_CONTACT_ID } from "./memory-crm.ts";
import type { StartingPoint } from "./starting-point.ts";

/** Who writes to a real number writes from one. */
const OWN_NUMBER = "573015550100";
const CONTACT = { id: MEMORY_CONTACT_ID, name: null, phone: OWN_NUMBER, bsuid: null };

/** A conversation in memory as it begins, or in the middle of a sale. */
export function beginConversation(
  agent: Agent,
  start: StartingPoint,
  {
    now,
    preset,
    newId,
    timeZone,
  }: {
    readonly now: Date;
    readonly preset: TimerPreset;
    readonly newId: () => string;
    readonly timeZone?: string | undefined;
  },
): ConversationState {
  const locale = agent.locale ?? DEFAULT_LOCALE;
  const state = newConversation(
    {
      workspaceId: "sandbox" as WorkspaceId,
      conversationId: newId() as ConversationId,
      phoneNumberId: "sandbox" as PhoneNumberId,
      contact: CONTACT,
      agentId: agent.id,
    },
    {
      ...{ handoffMessage: null, crmAgentsEnabled: true, timerPreset: preset, responseSpeed: 0 },
      ...{
        locale,
        timeZone: timeZone ?? packOf(locale).timeZone,
        businessHours: null,
        sessionEnd: null,
        confirmationMinutes: null,
      },
    },
  );
  const { known = {}, ...middle } = start;
  const { data = {} } = middle;
  if (Object.keys(middle).length === 0) return { ...state, knownData: known };
  const { said = [], armed, bot } = middle;
  const line = { role: "assistant", intent: null, confidence: null, messageId: null, isUnsaid: false } as const;
  return {
    ...state,
    // A session that was handed off is over: what it had captured is known.
    knownData: bot === "off" && Object.keys(data).length > 0 ? data : known,
    gate: { ...state.gate, botEnabled: bot !== "off" },
    lastCustomerMessageAt: now,
    session: sessionAt(agent, middle, newId() as SessionId, now),
    sessionWrittenAt: now,
    sessionEnd: agent.sessionEnd ?? null,
    lines: said.map((content) => ({ ...line, content, createdAt: now })),
    turnCount: said.length,
    timer:
      armed === undefined
        ? null
        : {
            level: armed.level,
            dueAt: new Date(now.getTime() + armed.inSeconds * 1_000),
            settleMs: SETTLE_MS[preset],
          },
  };
}

function sessionAt(
  agent: Agent,
  { mode, data, pack, intents = [], sent, pending, bot }: StartingPoint,
  id: SessionId,
  now: Date,
): Session {
  return {
    id,
    agentId: agent.id,
    status: bot === "off" ? "handed_off" : "active",
    mode: mode ?? agent.initialMode,
    version: 1,
    intentsVistos: intents.map((intent, index) => ({ intent, orden: index + 1, timestamp: now.toISOString() })),
    templatesEnviados: sent ?? [],
    datosCapturados: data ?? {},
    packSeleccionado: pack ?? null,
    ingestStatus: null,
    pendientes: pending ?? [],
  };
}
