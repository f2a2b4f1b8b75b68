import type { WorkspaceId } from "../../ids.ts";
import type { DataClass, KeepDays } from "../../operations/retention.ts";

export interface KnownRetention {
  /** What the workspace has set itself. */
  readonly own: Partial<KeepDays>;
  /** What holds. */
  readonly days: KeepDays;
  /** Null when no operator has ever set anything. */
  readonly setAt: Date | null;
  readonly setBy: string | null;
  /** The newest night that is over, and the rows that it removed. Null: there was none. */
  readonly lastNight: { readonly endedAt: Date; readonly removed: Partial<Record<DataClass, number>> } | null;
}

export type ForgetRound =
  /** No workspace has anything to forget before the next night. */
  | { readonly kind: "nothing_due" }
  | { readonly kind: "forgot"; readonly workspace: WorkspaceId; readonly class: DataClass; readonly rows: number }
  /** The night of a workspace is over. `isCut`: its time was up before its work was done; the next night goes on. */
  | {
      readonly kind: "ended";
      readonly workspace: WorkspaceId;
      readonly removed: Partial<Record<DataClass, number>>;
      readonly isCut: boolean;
    };

/** How long what is kept is kept (src/core/operations/retention.ts), and the nights that take the rest. */
export interface Retention {
  get(workspace: WorkspaceId): Promise<KnownRetention>;
  /** The whole of what the workspace sets: what is not named has its default again. */
  set(
    workspace: WorkspaceId,
    own: Partial<KeepDays>,
    actor: string,
  ): Promise<{ kind: "set" } | { kind: "refused"; fault: string }>;
  /** One batch of one class of one workspace, or the end of its night, in one transaction. Safe to call from every process. */
  forget(): Promise<ForgetRound>;
}
