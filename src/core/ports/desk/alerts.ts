import type { Alert } from "../../answers/desk/alert.ts";
import type { AlertId, WorkspaceId } from "../../ids.ts";
import type { AlertSeverity, AlertStatus, GoodNews, NewAlert } from "../../operations/alert.ts";
import type { Page } from "../page.ts";

export interface OpenAlertCount {
  readonly kind: string;
  readonly severity: AlertSeverity;
  readonly count: number;
}

/** Troubles that a person of the shop should look at. */
export interface Alerts {
  /** Opens each alert, or counts it once more when it is open. The graver severity and the newer detail stand. */
  raise(alerts: readonly NewAlert[], newId: () => string): Promise<void>;
  /** Resolves open alerts of a trouble that WhatsApp says is over. */
  clear(news: readonly GoodNews[]): Promise<void>;
  /** The newest first. */
  list(
    workspace: WorkspaceId,
    filter: { status?: AlertStatus | undefined; cursor?: string | undefined; limit: number },
  ): Promise<Page<Alert>>;
  /** Resolves one by hand. An alert that was resolved before is returned unchanged; null when there is none. */
  resolve(workspace: WorkspaceId, id: AlertId, by: { actor: string; note: string | null }): Promise<Alert | null>;
}
