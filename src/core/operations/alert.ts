import type { WorkspaceId } from "../ids.ts";

/** How urgently a person of the shop should look. */
export const ALERT_SEVERITIES = ["info", "warning", "critical"] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export const ALERT_STATUSES = ["open", "resolved"] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

export interface NewAlert {
  /** Our own word, lower case: `account_restricted`, `template_rejected`, … */
  readonly kind: string;
  /** The subject; `""` is the whole shop. Each kind and subject has at most one open alert. */
  readonly subject: string;
  readonly severity: AlertSeverity;
  /** The workspace of this number gets the alert; null means the default workspace. */
  readonly phoneNumberId: string | null;
  /** The workspace, when it is known without a number. */
  readonly workspaceId?: WorkspaceId;
  /** The channel's words, as JSON. Shown to people. */
  readonly detail: unknown;
}

/** Ends alerts of these kinds about one subject, or about all subjects. */
export interface GoodNews {
  readonly kinds: readonly string[];
  readonly subject: string | null;
  readonly phoneNumberId: string | null;
  /** The workspace, when it is known without a number. */
  readonly workspaceId?: WorkspaceId;
}
