import type { ContactId, WorkspaceId } from "../ids.ts";

/** A customer, found by one of their names. */
export interface FoundContact {
  readonly id: ContactId;
  readonly name: string | null;
  readonly phone: string | null;
  readonly bsuid: string | null;
}

/** All that names one customer, table by table, as the database keeps it. */
export interface ContactExport {
  readonly contact: FoundContact;
  readonly exportedAt: Date;
  /** The rows of each table that holds any, by the table's name. Bytes are base64; those of files only where they were asked for. */
  readonly tables: Readonly<Record<string, readonly unknown[]>>;
}

export type ExportResult =
  | { readonly kind: "exported"; readonly export: ContactExport }
  | { readonly kind: "not_found" }
  /** The files together are too big for one answer. */
  | { readonly kind: "too_big"; readonly fileBytes: number };

export type EraseResult =
  /** How many rows each table has lost. */
  | { readonly kind: "erased"; readonly rows: Readonly<Record<string, number>> }
  | { readonly kind: "not_found" }
  /** The reason would stand in the audit log for ever, and it names the person. */
  | { readonly kind: "reason_names_person" };

/** What the law gives a customer: to have all that is kept about them, and to have it erased. Both leave a line in the audit log. */
export interface PersonalData {
  /** `name` is a phone without `+`, a BSUID, or the contact's own id. Whoever was merged away is found as who they are now. */
  find(workspace: WorkspaceId, name: string): Promise<FoundContact | null>;
  export(
    workspace: WorkspaceId,
    contact: ContactId,
    asked: { readonly actor: string; readonly withFiles: boolean },
  ): Promise<ExportResult>;
  /**
   * In one transaction. A turn under way finds its lease gone, what waits or is timed is gone, nothing more is sent; what comes
   * late makes nobody anew. Their next message begins as a stranger's.
   */
  erase(
    workspace: WorkspaceId,
    contact: ContactId,
    by: { readonly actor: string; readonly reason: string },
  ): Promise<EraseResult>;
}
