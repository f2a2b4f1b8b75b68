import type { RunId, WorkspaceId } from "../ids.ts";
import type { Page } from "./page.ts";

/** Who did what: ids, names and reasons, and nothing that a customer said. */
export interface AuditLine {
  /** Its place in the chain of the workspace; null until it is sealed, within seconds. */
  readonly seq: number | null;
  readonly at: Date;
  /** A person by the name that they gave, `agent:<id>@<version>`, `phone app`, `api` or `system`. */
  readonly actor: string;
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly runId: RunId | null;
  readonly detail: unknown;
  /** Hexadecimal. */
  readonly hash: string | null;
}

export interface AuditVerdict {
  readonly lines: number;
  /** The first line that was looked at: 1, or the one after those that this process has proved before. */
  readonly verifiedFrom: number;
  /** Not in the chain yet. */
  readonly unsealed: number;
  /** Hexadecimal: kept elsewhere, it also proves that the end was not cut off. */
  readonly lastHash: string | null;
  /** The first line that is not as it was written, or is missing; null where all of them are. */
  readonly brokenAt: number | null;
}

/** The log of deeds. It is written by the database itself, with each deed. */
export interface Audit {
  /** The newest first. */
  list(
    workspace: WorkspaceId,
    filter: { subjectId?: string | undefined; cursor?: string | undefined; limit: number },
  ): Promise<Page<AuditLine>>;
  /** `whole`: from the first line on, which costs what the log is long. Else from where this process has proved it before. */
  verify(workspace: WorkspaceId, how: { readonly whole: boolean }): Promise<AuditVerdict>;
  /** Chains at most so many lines to those before them; how many it were. One process at a time. */
  seal(limit: number): Promise<number>;
}
