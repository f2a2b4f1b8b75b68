import type { PushDevice } from "../../answers/desk/push.ts";
import type { WorkspaceId } from "../../ids.ts";

export interface NewPushDevice {
  readonly id: string;
  /** The address at the browser's push service. */
  readonly url: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The identity of the person's sign-in. */
  readonly of: string;
}

/** The browsers of the shop's people that are told of what waits. */
export interface PushDevices {
  /** The public key with which a browser subscribes, made when it is first asked for. */
  key(workspace: WorkspaceId): Promise<string>;
  list(workspace: WorkspaceId, of: string): Promise<PushDevice[]>;
  /** A browser that is known already keeps its id. Null when the workspace has as many as it may. */
  save(workspace: WorkspaceId, device: NewPushDevice, actor: string): Promise<PushDevice | null>;
  /** False when this person has no such browser. */
  remove(workspace: WorkspaceId, url: string, of: string, actor: string): Promise<boolean>;
}
