import type { AlertId, WorkspaceId } from "../ids.ts";
import type { Alert, AlertSeverity, AlertStatus, GoodNews, NewAlert } from "../operations/alert.ts";
import type { Page } from "./page.ts";

export interface OpenAlertCount {
  readonly kind: string;
  readonly severity: AlertSeverity;
  readonly count: number;
}

/** What a person should look at. */
export interface Alerts {
  /** Opens each alert, or counts it once more where it is open. The graver severity and the newer detail stand. */
  raise(alerts: readonly NewAlert[], newId: () => string): Promise<void>;
  /** The trouble is over, says the channel itself: what is open of it is resolved. */
  clear(news: readonly GoodNews[]): Promise<void>;
  /** The newest first. */
  list(
    workspace: WorkspaceId,
    filter: { status?: AlertStatus | undefined; cursor?: string | undefined; limit: number },
  ): Promise<Page<Alert>>;
  /** A person has dealt with it. Null when there is none; one that was resolved before stays as it was. */
  resolve(workspace: WorkspaceId, id: AlertId, by: { actor: string; note: string | null }): Promise<Alert | null>;
}
