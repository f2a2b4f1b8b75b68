import type { FailedWebhook, FailedWebhookBody, FailedWebhookStatus } from "../../answers/desk/failed-webhook.ts";
import type { WorkspaceId } from "../../ids.ts";
import type { Page } from "../page.ts";

/** Signed items that could not be read. Their bytes are kept, so that a later version can read them. */
export interface FailedWebhooks {
  /** The newest first. */
  list(
    workspace: WorkspaceId,
    filter: { status?: FailedWebhookStatus | undefined; cursor?: string | undefined; limit: number },
  ): Promise<Page<FailedWebhook>>;
  /** Null when there is none. */
  find(workspace: WorkspaceId, id: string): Promise<(FailedWebhookBody & { readonly body: Uint8Array }) | null>;
  /** Null when there is none. One that is settled stays as it was, except that an ignored one may be replayed later. */
  settle(
    workspace: WorkspaceId,
    id: string,
    as: { status: Exclude<FailedWebhookStatus, "open">; actor: string; note: string | null },
  ): Promise<FailedWebhook | null>;
}
