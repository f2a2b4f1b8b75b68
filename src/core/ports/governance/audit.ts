import type { AuditLine, AuditVerdict } from "../../answers/audit.ts";
import type { WorkspaceId } from "../../ids.ts";
import type { Page } from "../page.ts";

/** The audit log. The database writes a line with each deed. */
export interface Audit {
  /** The newest first. */
  list(
    workspace: WorkspaceId,
    filter: { subjectId?: string | undefined; cursor?: string | undefined; limit: number },
  ): Promise<Page<AuditLine>>;
  /** `whole` checks from the first line on, at a cost that grows with the log; otherwise from where this process stopped. */
  verify(workspace: WorkspaceId, how: { readonly whole: boolean }): Promise<AuditVerdict>;
  /** Chains at most `limit` lines to those before them and returns their number. One process at a time. */
  seal(limit: number): Promise<number>;
}
