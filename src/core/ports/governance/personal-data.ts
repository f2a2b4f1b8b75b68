import type { ContactExport, FoundContact } from "../../answers/contact.ts";
import type { ContactId, WorkspaceId } from "../../ids.ts";

export type ExportResult =
  | { readonly kind: "exported"; readonly export: ContactExport }
  | { readonly kind: "not_found" }
  /** The files together are too big for one answer. */
  | { readonly kind: "too_big"; readonly fileBytes: number };

export type EraseResult =
  /** Number of rows that each table lost. */
  | { readonly kind: "erased"; readonly rows: Readonly<Record<string, number>> }
  | { readonly kind: "not_found" }
  /** The reason names the person, and the audit log would keep it for ever. */
  | { readonly kind: "reason_names_person" };

/** A customer's legal rights: a copy of all that is kept about them, and its erasure. Both leave a line in the audit log. */
export interface PersonalData {
  /** `name` is a phone without `+`, a BSUID, or the contact's own id. A merged contact is found as the one it is part of. */
  find(workspace: WorkspaceId, name: string): Promise<FoundContact | null>;
  export(
    workspace: WorkspaceId,
    contact: ContactId,
    asked: { readonly actor: string; readonly withFiles: boolean },
  ): Promise<ExportResult>;
  /**
   * Erases in one transaction. A turn under way finds its lease gone, and nothing that waits is sent. Late reports do not
   * bring the contact back. The customer's next message begins as a stranger's.
   */
  erase(
    workspace: WorkspaceId,
    contact: ContactId,
    by: { readonly actor: string; readonly reason: string },
  ): Promise<EraseResult>;
}
