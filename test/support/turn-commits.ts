import type { OutboxId, SessionId } from "../../src/core/ids.ts";
import type { ClaimedTurn, SessionWrite, TurnCommit } from "../../src/core/turn/turn.ts";
import { newId } from "./inbound.ts";

/** What a turn commits that said `text`. */
export function reply(text: string, overrides: Partial<TurnCommit> = {}): TurnCommit {
  return {
    outcome: "answered",
    inputClass: "TEXT_SIMPLE",
    agentId: "somnio",
    agentVersion: "1",
    session: null,
    lines: [
      { role: "user", content: "hola", intent: "hola", confidence: 90 },
      { role: "assistant", content: text, intent: "hola", confidence: null },
    ],
    steps: [],
    outbox: [
      {
        id: newId() as OutboxId,
        idempotencyKey: `test:${newId()}`,
        content: { type: "text", body: text },
        onDoubt: "resend",
        replyToMessageId: null,
        block: { position: 1, delayMs: 0, templateId: null, priority: null },
      },
    ],
    timer: null,
    effects: [],
    toolCalls: [],
    turnsBotOff: false,
    refuseIfNewer: false,
    sendsAtOnce: true,
    ...overrides,
  };
}

export const silence = (overrides: Partial<TurnCommit> = {}) =>
  reply("", { outcome: "silent", lines: [], outbox: [], ...overrides });

/** A session as a turn writes it: new, or the one that the turn has read. */
export function sessionOf(turn: ClaimedTurn, change: Partial<SessionWrite> = {}): SessionWrite {
  return {
    id: turn.session?.id ?? (newId() as SessionId),
    agentId: "somnio",
    expectedVersion: turn.session?.version ?? null,
    status: "active",
    mode: "collecting_data",
    intentsVistos: [],
    templatesEnviados: [],
    datosCapturados: turn.session?.datosCapturados ?? {},
    packSeleccionado: null,
    ingestStatus: null,
    pendientes: [],
    ...change,
  };
}
