import type { OutboxMessage, SendOutcome } from "../../core/outbound/outbox.ts";
import { REFUSALS } from "../../core/outbound/refusal.ts";
import { circuitOf } from "../../core/outbound/send-policy.ts";
import type { Settlement } from "../../core/ports/outbox.ts";
import { sql } from "../sql.ts";

/** What came of an attempt, as the sender tells it. */
export interface EndedSend {
  readonly message: OutboxMessage;
  readonly settlement: Settlement;
  readonly outcome: SendOutcome | null;
}

export const endedColumns = sql`
  n int, workspace_id text, id uuid, attempt int, phone_number_id text, contact_id uuid, in_flight_at timestamptz,
  status text, wamid text, detail text, error_code int, drop_code text, doubt_ms float8, is_final boolean, delay_ms float8,
  learned_phone text, never_left boolean, outcome text, outcome_wamid text, outcome_detail text, http_status int,
  refusal text, refusal_code int, mark text, is_token_good boolean, circuit_scope text, circuit_key text, hold_ms float8,
  probe_every_ms int`;

/** All that the statement needs to know of one. */
export function endedSendRow(ending: EndedSend, index: number, credential: string) {
  const { message, settlement, outcome } = ending;
  const row = settlementRow(settlement);
  const refusal = outcome?.kind === "refused" ? outcome : null;
  const circuit =
    refusal === null ? null : circuitOf(refusal.refusal, settlement.kind === "retry" ? settlement.delayMs : 0);
  return {
    n: index,
    workspace_id: message.workspaceId,
    id: message.id,
    attempt: message.attempt,
    phone_number_id: message.phoneNumberId,
    contact_id: message.contactId,
    in_flight_at: message.inFlightAt?.toISOString() ?? null,
    status: row.status,
    wamid: row.wamid,
    detail: row.detail,
    error_code: row.errorCode,
    drop_code: row.dropCode,
    doubt_ms: row.doubtMs,
    is_final: row.isFinal,
    delay_ms: row.delayMs,
    learned_phone: row.learnedPhone(message),
    never_left: neverLeft(ending),
    outcome: outcome?.kind ?? null,
    outcome_wamid: outcome?.kind === "accepted" ? outcome.wamid : null,
    outcome_detail: outcome === null || outcome.kind === "accepted" ? null : outcome.detail,
    http_status: outcome === null || outcome.kind === "not_sent" ? null : (outcome.httpStatus ?? null),
    refusal: refusal?.refusal ?? null,
    refusal_code: refusal?.code ?? null,
    mark: refusal === null ? null : REFUSALS[refusal.refusal].marksContact,
    is_token_good: isTokenGood(outcome),
    circuit_scope: circuit?.scope ?? null,
    circuit_key: circuit?.scope === "credential" ? credential : message.phoneNumberId,
    hold_ms: circuit?.holdMs ?? 0,
    probe_every_ms: circuit?.probeEveryMs ?? 0,
  };
}

/** True when it is over with a message that the customer has surely not got. */
function neverLeft({ message, settlement, outcome }: EndedSend): boolean {
  if (settlement.kind !== "failed" && settlement.kind !== "dropped") return false;
  if ((message.tries["in_doubt"] ?? 0) > 0 || message.status === "in_doubt") return false;
  return message.status === "queued" || outcome?.kind === "refused" || outcome?.kind === "not_sent";
}

function isTokenGood(outcome: SendOutcome | null): boolean {
  const refused = outcome?.kind === "refused" ? REFUSALS[outcome.refusal] : null;
  return outcome?.kind === "accepted" || (refused?.again === "once_mended" && refused.circuit === "number");
}

interface SettlementRow {
  readonly status: string;
  readonly isFinal: boolean;
  readonly wamid: string | null;
  readonly detail: string | null;
  readonly errorCode: number | null;
  readonly dropCode: string | null;
  readonly doubtMs: number | null;
  /** Before the conversation's next message, or this one again. */
  readonly delayMs: number;
  /** The number that WhatsApp really uses for this person, when it is not the one we wrote to. */
  learnedPhone(message: OutboxMessage): string | null;
}

function settlementRow(settlement: Settlement): SettlementRow {
  const base = {
    wamid: null,
    detail: null,
    errorCode: null,
    dropCode: null,
    doubtMs: null,
    delayMs: 0,
    learnedPhone: () => null,
  };
  switch (settlement.kind) {
    case "accepted":
      return {
        ...base,
        status: "accepted",
        isFinal: true,
        wamid: settlement.wamid,
        learnedPhone: (message) =>
          settlement.recipientPhone === message.recipient.phone ? null : settlement.recipientPhone,
      };
    case "retry":
      return { ...base, status: "queued", isFinal: false, detail: settlement.detail, delayMs: settlement.delayMs };
    case "failed":
      return { ...base, status: "failed", isFinal: true, detail: settlement.detail, errorCode: settlement.code };
    case "in_doubt":
      return {
        ...base,
        status: "in_doubt",
        isFinal: false,
        detail: settlement.detail,
        doubtMs: settlement.doubtMs,
        delayMs: settlement.doubtMs,
      };
    case "dropped":
      return {
        ...base,
        status: "dropped",
        isFinal: true,
        detail: settlement.reason,
        dropCode: settlement.code ?? null,
      };
  }
}
