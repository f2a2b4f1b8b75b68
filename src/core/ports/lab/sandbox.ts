/**
 * Conversations to try an agent in, and stored ones played again. They stand in the memory of the
 * server's process, on a clock of their own. What they do is carried out nowhere else, unless an
 * operator lets their tools write into the live books. Saved ones stand in the database.
 */

import type { Replay } from "../../answers/lab/replay.ts";
import type {
  CrmMode,
  Sandbox,
  SandboxChoices,
  SandboxEngine,
  SandboxSettings,
  SavedSandbox,
} from "../../answers/lab/sandbox.ts";
import type { ConversationId, WorkspaceId } from "../../ids.ts";
import type { PictureClass } from "../../inbound/understanding.ts";
import type { Principal } from "../../operations/principal.ts";

export type SettingsChange = { readonly [Name in keyof SandboxSettings]?: SandboxSettings[Name] | undefined };

/** `crm`: of owners and operators alone. */
export type SandboxChange = SettingsChange & { readonly crm?: CrmMode | undefined };

export interface NewSandbox extends SandboxChange {
  readonly agent: string;
  readonly version?: string | undefined;
}

/** What happens in a sandbox. */
export type SandboxAct =
  /** `heard`: so many of our last messages had arrived when the customer spoke; absent: all. */
  | { readonly kind: "text"; readonly text: string; readonly heard?: number | undefined }
  | { readonly kind: "button"; readonly title: string }
  | { readonly kind: "sticker" }
  | {
      readonly kind: "file";
      readonly medium: "audio" | "image" | "document" | "video";
      /** What is said in a voice note, or written beside a file. */
      readonly words?: string | undefined;
      readonly shows?: { readonly class: PictureClass; readonly text?: string | undefined } | undefined;
      /** A recording, in Base64, to be written down. */
      readonly recording?: { readonly mimeType: string; readonly base64: string } | undefined;
    }
  | { readonly kind: "forward"; readonly seconds: number }
  /** To the moment when the timer fires. */
  | { readonly kind: "next_timer" }
  /** To the night that ends the session. */
  | { readonly kind: "night" }
  | { readonly kind: "forced"; readonly intent: string }
  | { readonly kind: "operator_says"; readonly text: string }
  | { readonly kind: "takeover" }
  | { readonly kind: "handback" }
  /** To a call that waits for a yes, absent: to the newest; the customer's own yes may be said as well. */
  | { readonly kind: "answer"; readonly decision: "approve" | "deny"; readonly question?: string | undefined }
  /** The customer's last message is delivered once more, under the id that it had. */
  | { readonly kind: "duplicate" };

/** What a person may write into an agent's memory; what is absent stays. */
export interface SandboxState {
  readonly mode?: string | undefined;
  readonly datos_capturados?: Readonly<Record<string, string>> | undefined;
  readonly pack_seleccionado?: string | null | undefined;
  readonly intents_vistos?: readonly string[] | undefined;
  readonly templates_enviados?: readonly string[] | undefined;
  readonly pendientes?: readonly string[] | undefined;
  readonly datos_conocidos?: Readonly<Record<string, string>> | undefined;
  readonly bot?: "on" | "off" | undefined;
}

/**
 * The caller names their workspace, and is the one who acts in live books. Refusals are
 * `RecadoError`s: `not_found`, `request_invalid`, `sandbox_full`, `forbidden`.
 */
export interface Sandboxes {
  choices(): SandboxChoices;
  create(by: Principal, wanted: NewSandbox): Promise<Sandbox>;
  list(by: Principal): Promise<readonly Sandbox[]>;
  /** Time that has passed since is let pass. */
  get(by: Principal, id: string): Promise<Sandbox>;
  act(by: Principal, id: string, act: SandboxAct): Promise<Sandbox>;
  configure(by: Principal, id: string, change: SandboxChange): Promise<Sandbox>;
  editState(by: Principal, id: string, state: SandboxState): Promise<Sandbox>;
  reset(by: Principal, id: string): Promise<Sandbox>;
  /** Another sandbox that stands where this one stood after a turn; 0: at its beginning. */
  fork(by: Principal, id: string, turn: number): Promise<Sandbox>;
  close(by: Principal, id: string): Promise<void>;
  /** The text of a scenario file. */
  scenario(by: Principal, id: string): Promise<string>;
  /** A name that is taken is written over. */
  save(by: Principal, id: string, name: string): Promise<SavedSandbox>;
  saved(by: Principal): Promise<readonly SavedSandbox[]>;
  load(by: Principal, savedId: string): Promise<Sandbox>;
  forget(by: Principal, savedId: string): Promise<void>;
}

export interface ReplayRequest {
  readonly conversationId: ConversationId;
  readonly agent?: string | undefined;
  readonly version?: string | undefined;
  readonly engine?: SandboxEngine | undefined;
  readonly model?: string | undefined;
}

export interface ReplayLab {
  /** Null when there is no such conversation. */
  replay(workspace: WorkspaceId, wanted: ReplayRequest): Promise<Replay | null>;
}
