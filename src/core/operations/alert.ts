import type { AlertId, WorkspaceId } from "../ids.ts";

/** What a person of the shop should know or do, that no customer's conversation waits for. */
export type AlertSeverity = "info" | "warning" | "critical";

export const ALERT_STATUSES = ["open", "resolved"] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

export interface NewAlert {
  /** A word of ours, lower case: `account_restricted`, `template_rejected`, … */
  readonly kind: string;
  /** Whom or what it is about; `""` is the shop as a whole. One open alert for each kind and subject. */
  readonly subject: string;
  readonly severity: AlertSeverity;
  /** The number that it came in on decides whose alert it is; without one it is the default workspace's. */
  readonly phoneNumberId: string | null;
  /** Whose it is, where that is known without a number. */
  readonly workspaceId?: WorkspaceId;
  /** What the channel said, as JSON. Shown to people. */
  readonly detail: unknown;
}

/** Ends alerts of these kinds about one subject, or about all of them. */
export interface GoodNews {
  readonly kinds: readonly string[];
  readonly subject: string | null;
  readonly phoneNumberId: string | null;
  /** Whose it is, where that is known without a number. */
  readonly workspaceId?: WorkspaceId;
}

export interface Alert {
  readonly id: AlertId;
  readonly kind: string;
  readonly subject: string;
  readonly severity: AlertSeverity;
  readonly detail: unknown;
  /** How often it was raised while open. */
  readonly count: number;
  readonly raisedAt: Date;
  readonly lastSeenAt: Date;
  readonly resolvedAt: Date | null;
  /** Null when the channel itself gave the all-clear. */
  readonly resolvedBy: string | null;
  readonly note: string | null;
}
