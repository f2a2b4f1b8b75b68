import type { FeedDelivery, FeedEndpoint, FeedSecret } from "../../answers/feed.ts";
import type { FeedKind, FeedStatus, PostFate, PostOutcome } from "../../feed/feed-policy.ts";
import type { ConversationId, WorkspaceId } from "../../ids.ts";
import type { Page } from "../page.ts";

export interface NewFeedEndpoint {
  readonly id: string;
  readonly url: string;
  readonly kinds: readonly FeedKind[];
}

/** Where a workspace's events go, and what became of them. */
export interface EventFeed {
  endpoints(workspace: WorkspaceId): Promise<FeedEndpoint[]>;
  /** With a secret that is told this once. null when the workspace has as many endpoints as it may. */
  add(workspace: WorkspaceId, endpoint: NewFeedEndpoint, actor: string): Promise<FeedSecret | null>;
  /** null when there is no such endpoint. The former secret signs for a day beside the new one. */
  rotate(workspace: WorkspaceId, id: string, actor: string): Promise<FeedSecret | null>;
  /** What it has not taken yet is dropped with it. */
  remove(workspace: WorkspaceId, id: string, actor: string): Promise<boolean>;
  deliveries(
    workspace: WorkspaceId,
    asked: {
      readonly endpointId?: string | undefined;
      readonly conversationId?: ConversationId | undefined;
      readonly status?: FeedStatus | undefined;
      readonly cursor?: string | undefined;
      readonly limit: number;
    },
  ): Promise<Page<FeedDelivery>>;
  /** Posts an event again under its id. null when there is no such event. */
  replay(workspace: WorkspaceId, deliveryId: string, actor: string): Promise<FeedDelivery | null>;
  /** Posts all parked events of an endpoint again, and those since an instant. The count; null without such an endpoint. */
  replayAll(
    workspace: WorkspaceId,
    endpointId: string,
    asked: { readonly since: Date | null; readonly actor: string },
  ): Promise<number | null>;
}

/** The browser to which an event goes, and the keys of the workspace that signs it. */
export interface PushTarget {
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly publicKey: string;
  readonly privateKey: string;
}

/** An event that is to be posted now. */
export interface DueEvent {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  readonly endpointId: string;
  readonly url: string;
  /** The newest first. */
  readonly secrets: readonly string[];
  readonly kind: string;
  readonly conversationId: ConversationId;
  readonly data: Readonly<Record<string, unknown>>;
  readonly happenedAt: Date;
  /** The fence of this post. */
  readonly attempt: number;
  readonly failures: number;
  readonly endpointFailures: number;
  /** Null for an address of the shop's own. */
  readonly push: PushTarget | null;
}

/**
 * Takes events out of the house, those of one conversation in their order. Each is with one process at
 * a time; a process that dies loses it by time.
 */
export interface FeedPost {
  claim(limit: number, leaseMs: number): Promise<DueEvent[]>;
  settle(event: DueEvent, fate: PostFate): Promise<void>;
}

export type PostEvent = (event: DueEvent, signal: AbortSignal) => Promise<PostOutcome>;
