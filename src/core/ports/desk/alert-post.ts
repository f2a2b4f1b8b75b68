import type { AlertId, WorkspaceId } from "../../ids.ts";
import type { AlertSeverity } from "../../operations/alert.ts";
import type { Standing } from "../../operations/standing-troubles.ts";

/** An alert that a person outside the house is to be told of. */
export interface DueAlert {
  readonly id: AlertId;
  readonly workspaceId: WorkspaceId;
  readonly kind: string;
  readonly subject: string;
  readonly severity: AlertSeverity;
  /** How often it was raised by now. */
  readonly count: number;
  readonly isOpen: boolean;
  readonly raisedAt: Date;
  readonly lastSeenAt: Date;
  /** The fence of this try. */
  readonly attempt: number;
  /** Tries that failed since it was last accepted; one that died is none of them. */
  readonly failures: number;
}

export type Told =
  | { readonly kind: "told" }
  | { readonly kind: "retry"; readonly delayMs: number; readonly detail: string };

/**
 * Takes alerts out of the house. Each alert is with one process at a time; a process that dies
 * loses it by time.
 */
export interface AlertPost {
  claim(limit: number, leaseMs: number): Promise<{ alerts: DueAlert[]; nextDueInMs: number | null }>;
  /** What came of `alert.attempt`. One that was raised again meanwhile is told again later. */
  settle(alert: DueAlert, told: Told): Promise<void>;
  /** Counts for each workspace where something stands, or an alert about it. */
  standing(): Promise<Standing[]>;
}

/** Posts one; null when it was taken, else why not. */
export type AlertWebhook = (alert: DueAlert, signal: AbortSignal) => Promise<string | null>;
