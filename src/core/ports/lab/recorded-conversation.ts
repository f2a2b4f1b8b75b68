import type { MessageContent } from "../../inbound/content.ts";
import type { INPUT_TYPES } from "../../inbound/event.ts";
import type { Understanding } from "../../inbound/understanding.ts";

/** A conversation as it went, as far as it is kept: each answered run with what came in, and the notes of operators. */
export interface RecordedConversation {
  readonly name: string | null;
  readonly agentId: string;
  readonly happenings: readonly RecordedHappening[];
  readonly notes: readonly { readonly at: Date; readonly text: string }[];
  /** The number of turns whose decision, or words too, are deleted: their days were over (src/core/operations/retention.ts). */
  readonly forgotten: number;
}

/** A run that was answered, or one segment of it. */
export interface RecordedHappening {
  readonly at: Date;
  /** True for a segment that came at once behind the turn that opened its run, or behind another such segment. */
  readonly isAtOnce: boolean;
  readonly events: readonly {
    readonly inputType: (typeof INPUT_TYPES)[number];
    readonly content: MessageContent;
    /** What was understood of its file; null where nothing of that is kept. */
    readonly understanding: Understanding | null;
  }[];
  readonly decision: unknown;
  readonly agentVersion: string | null;
  readonly tokens: number;
  /** Null where a model had no price. */
  readonly microUsd: number | null;
}
