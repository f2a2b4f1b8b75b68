import type { OutboxId, SessionId } from "../ids.ts";

export const SESSION_STATUSES = ["active", "paused", "closed", "handed_off"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** An intent that a session has seen, in order (requirement B1). */
export interface SeenIntent {
  readonly intent: string;
  readonly orden: number;
  readonly timestamp: string;
}

/** The memory of a sale or a task in a conversation: one active at a time. */
export interface Session {
  readonly id: SessionId;
  readonly agentId: string;
  readonly status: SessionStatus;
  readonly mode: string;
  /** Grows by one with every write; a write with an old version is refused (requirement B3). */
  readonly version: number;
  readonly intentsVistos: readonly SeenIntent[];
  readonly templatesEnviados: readonly string[];
  /** Normalised captured values by field name. */
  readonly datosCapturados: Readonly<Record<string, string>>;
  readonly packSeleccionado: string | null;
  readonly ingestStatus: IngestStatus | null;
  /** Ids of templates that were chosen and not said yet, oldest first (requirements A27, A30). */
  readonly pendientes: readonly string[];
}

/** How the capture of data stands (requirement A17). Instants are ISO 8601 in UTC. */
export interface IngestStatus {
  readonly active: boolean;
  readonly startedAt: string | null;
  readonly firstDataAt: string | null;
  /** When the minimum of data was there for the first time. Sessions of older versions lack it. */
  readonly minDataAt?: string | null;
  /** When the offer was made for the first time. Sessions of older versions lack it. */
  readonly offeredAt?: string | null;
  readonly fieldsAccumulated: readonly string[];
  /**
   * Fields whose value a question of the customer gave ("¿llega a Cali?") and no word of theirs has confirmed. Left out when
   * there is none.
   */
  readonly onlyAsked?: readonly string[];
  /** What the last summary read back: which goods, and their total. Left out before the first one. */
  readonly readBack?: { readonly goods: string; readonly total: number };
  readonly timerType: "partial" | "no_data" | null;
  readonly lastClassification: string | null;
  /** The newest entries; older ones are of no use. */
  readonly timeline: readonly IngestEntry[];
}

export interface IngestEntry {
  /** At most 100 characters of it. */
  readonly message: string;
  readonly classification: string;
  readonly confidence: number;
  readonly fieldsExtracted: readonly string[];
  /**
   * The customer's own text for each value (requirement A15). Entries of older versions lack it.
   */
  readonly raw?: Readonly<Record<string, string>>;
  readonly timestamp: string;
}

export type TurnRole = "user" | "assistant" | "system";

/** The chat record: what was said, by whom, with which intent. */
export interface ChatLine {
  readonly role: TurnRole;
  readonly content: string;
  readonly intent: string | null;
  /** 0–100, of the intent. */
  readonly confidence: number | null;
  readonly createdAt: Date;
}

export interface NewChatLine extends Omit<ChatLine, "createdAt"> {
  /** The message that this line is: when it never leaves, the line was never said. */
  readonly messageId?: OutboxId;
  /** The tokens of the turn, written on the first of its lines. */
  readonly tokensUsed?: number;
}
