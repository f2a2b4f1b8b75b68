import type { ApiToken, AssignedNumber, Member, Workspace } from "../../answers/access.ts";
import type { PhoneNumberId, WorkspaceId } from "../../ids.ts";
import type { Principal, Role } from "../../operations/principal.ts";

export interface NewApiToken {
  readonly name: string;
  /** A member, whose role the token gets, or a role of its own. */
  readonly holder: { readonly userId: string } | { readonly role: Role };
  readonly scopes: readonly string[] | null;
  readonly lifeDays: number | null;
  readonly by: string;
}

export type NumberAssignment =
  | { readonly kind: "assigned"; readonly number: AssignedNumber }
  | { readonly kind: "unknown_workspace" }
  /** The number has conversations. They cannot move along and would be another tenant's on the next message. */
  | { readonly kind: "in_use"; readonly workspaceId: WorkspaceId };

/** Sign-in by token and by session. */
export interface SignIn {
  /** Null when the token is unknown, expired or revoked. */
  principalOf(token: string): Promise<Principal | null>;
  /**
   * Opens a session and returns its cookie. The session ends with the token in `shown`, at the latest. A link opens
   * one session, once.
   */
  openSession(
    shown: { readonly token: string } | { readonly installationToken: string } | { readonly link: string },
  ): Promise<string | null>;
  /** `isUse` keeps the session alive; looking alone does not. */
  principalOfSession(cookie: string, installationToken: string, isUse: boolean): Promise<Principal | null>;
  endSession(cookie: string): Promise<void>;
  /** Writes a line of the audit log. `address` is a keyed hash of the sender's address, never the address. */
  noteFailures(failures: { readonly address: string; readonly tries: number }): Promise<void>;
}

/** Who may come in: workspaces, their members, tokens and numbers. */
export interface AccessAdmin {
  /** `of` limits the list to one workspace. */
  workspaces(of: WorkspaceId | null): Promise<readonly Workspace[]>;
  /** False when the id is taken. */
  createWorkspace(workspace: Workspace, by: string): Promise<boolean>;
  members(workspace: WorkspaceId): Promise<readonly Member[]>;
  /**
   * Adds a person, or changes their role, name and, where it is given, whether they see the sales. Null when there is no such workspace. With `keepsOwner` the last owner
   * stays one, else `last_owner` is thrown.
   */
  putMember(
    workspace: WorkspaceId,
    member: Omit<Member, "addedAt" | "seesSales"> & { readonly seesSales?: boolean | undefined },
    by: string,
    keepsOwner?: boolean,
  ): Promise<Member | null>;
  /** Removes a person and revokes their tokens, as above. False when there is no such member. */
  removeMember(workspace: WorkspaceId, userId: string, by: string, keepsOwner?: boolean): Promise<boolean>;
  /**
   * Makes the code by which a member binds a phone. Returns its text, this once; a code that waited before
   * is over. Null when there is no such member, or when it is a program.
   */
  issuePhoneCode(workspace: WorkspaceId, userId: string, by: string): Promise<{ code: string; expiresAt: Date } | null>;
  /** Ends a member's phone and waiting code. False when there was neither. */
  unbindPhone(workspace: WorkspaceId, userId: string, by: string): Promise<boolean>;
  /** All tokens, newest first, also expired and revoked ones. */
  tokens(workspace: WorkspaceId): Promise<readonly ApiToken[]>;
  /** Returns the token's text, this once. Null when there is no such workspace or member. */
  createToken(workspace: WorkspaceId, token: NewApiToken): Promise<{ id: string; token: string } | null>;
  /**
   * Makes a link by which a member signs one browser in, once. Returns its secret, this once. Null when there is no
   * such member, or when it is a program.
   */
  createSignInLink(
    workspace: WorkspaceId,
    userId: string,
    by: string,
  ): Promise<{ link: string; expiresAt: Date } | null>;
  /** False when there is no such token. */
  revokeToken(workspace: WorkspaceId, id: string, by: string): Promise<boolean>;
  numbers(of: WorkspaceId | null): Promise<readonly AssignedNumber[]>;
  /** The workspace of a number; null for a number that was never seen. */
  workspaceOf(number: PhoneNumberId): Promise<WorkspaceId | null>;
  assignNumber(number: AssignedNumber, by: string): Promise<NumberAssignment>;
}

export interface AccessPorts {
  readonly signIn: SignIn;
  readonly accessAdmin: AccessAdmin;
}
