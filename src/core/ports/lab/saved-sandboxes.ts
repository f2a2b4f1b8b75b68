import type { SavedSandbox } from "../../answers/lab/sandbox.ts";
import type { WorkspaceId } from "../../ids.ts";

/** Requirement A36: named sandboxes that were kept, at most `SAVED_SANDBOXES` in a workspace. */
export interface SavedSandboxes {
  /** A name that is taken is written over. Null when there is no room for another. */
  save(
    workspace: WorkspaceId,
    saved: Omit<SavedSandbox, "savedAt">,
    kept: { readonly body: string; readonly by: string },
  ): Promise<SavedSandbox | null>;
  /** The newest first. */
  list(workspace: WorkspaceId): Promise<SavedSandbox[]>;
  load(workspace: WorkspaceId, id: string): Promise<{ readonly saved: SavedSandbox; readonly body: string } | null>;
  /** False when there is none. */
  forget(workspace: WorkspaceId, id: string, by: string): Promise<boolean>;
}

export const SAVED_SANDBOXES = 20;
