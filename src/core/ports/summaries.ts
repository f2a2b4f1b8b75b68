import type { ChatLine } from "../agent/session.ts";
import type { ConversationId, WorkspaceId } from "../ids.ts";

/** A conversation that has grown out of its summary. */
export interface Outgrown {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
}

/** A conversation whose early turns are to be summed up, claimed for one job. */
export interface SummaryJob extends Outgrown {
  readonly former: string | null;
  /** The turns after the former summary that this one covers, oldest first. */
  readonly lines: readonly ChatLine[];
  /** The last turn that it covers. */
  readonly throughTurn: number;
  /** Names the claim: a job that was overtaken writes nothing. */
  readonly claim: string;
}

export interface Summary {
  readonly text: string;
  readonly model: string;
  readonly promptVersion: string;
}

/** The running summaries of conversations (requirement B9), made beside the turns. */
export interface Summaries {
  /** Null when it needs no summary (any more), or another worker makes it. */
  claim(of: Outgrown, leaseMs: number): Promise<SummaryJob | null>;
  /** False when the claim was lost. */
  save(job: SummaryJob, summary: Summary): Promise<boolean>;
  /** Not before `delayMs` from now is it tried again. */
  postpone(job: SummaryJob, delayMs: number): Promise<void>;
}
