import type { PhoneNumberId, WorkspaceId } from "../ids.ts";
import type { Principal, Role } from "../operations/principal.ts";

export interface Workspace {
  readonly id: WorkspaceId;
  readonly name: string;
}

/** A person of a workspace. */
export interface Member {
  /** A name, an address, or `sub` of the tokens of another sign-in. */
  readonly userId: string;
  readonly role: Role;
  readonly name: string;
  readonly addedAt: Date;
}

/** What somebody may show instead of a password; the token itself is never kept. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  /** Whose it is; null: a program's. */
  readonly userId: string | null;
  /** As it is now: a person's token has the person's role. Null: the person is no member any more. */
  readonly role: Role | null;
  readonly scopes: readonly string[] | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** To the hour. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewApiToken {
  readonly name: string;
  /** A member, whose role it gets, or a role of its own. */
  readonly holder: { readonly userId: string } | { readonly role: Role };
  readonly scopes: readonly string[] | null;
  readonly lifeDays: number | null;
  readonly by: string;
}

export interface AssignedNumber {
  readonly id: PhoneNumberId;
  readonly workspaceId: WorkspaceId;
  readonly agentId: string;
}

export type NumberAssignment =
  | { readonly kind: "assigned"; readonly number: AssignedNumber }
  | { readonly kind: "unknown_workspace" }
  /** Its conversations cannot go along, and would be another tenant's on the next message. */
  | { readonly kind: "in_use"; readonly workspaceId: WorkspaceId };

/** Who comes in, and with what. */
export interface SignIn {
  /** Null: nobody has such a token, or not any more. */
  principalOf(token: string): Promise<Principal | null>;
  /** The cookie of a new session. `shown`: what was shown for it; it lasts no longer than that. */
  openSession(shown: { readonly token: string } | { readonly installationToken: string }): Promise<string | null>;
  /** `isUse`: a session that is only looked at grows old. */
  principalOfSession(cookie: string, installationToken: string, isUse: boolean): Promise<Principal | null>;
  endSession(cookie: string): Promise<void>;
  /** A line of the audit log. `address`: a keyed hash of where the tries come from, never the address. */
  noteFailures(failures: { readonly address: string; readonly tries: number }): Promise<void>;
}

/** Who may come in: the workspaces, their people, tokens and numbers. */
export interface AccessAdmin {
  /** `of`: one alone. */
  workspaces(of: WorkspaceId | null): Promise<readonly Workspace[]>;
  /** False: there is one with this id already. */
  createWorkspace(workspace: Workspace, by: string): Promise<boolean>;
  members(workspace: WorkspaceId): Promise<readonly Member[]>;
  /** Adds a person, or changes the role and the name of one. Null: there is no such workspace. */
  putMember(workspace: WorkspaceId, member: Omit<Member, "addedAt">, by: string): Promise<Member | null>;
  /** With the person's tokens. False: there is no such member. */
  removeMember(workspace: WorkspaceId, userId: string, by: string): Promise<boolean>;
  /** Also those that are over, the newest first. */
  tokens(workspace: WorkspaceId): Promise<readonly ApiToken[]>;
  /** The token, the only time that it is seen. Null: there is no such workspace, or no such member. */
  createToken(workspace: WorkspaceId, token: NewApiToken): Promise<{ id: string; token: string } | null>;
  /** False: there is no such token. */
  revokeToken(workspace: WorkspaceId, id: string, by: string): Promise<boolean>;
  numbers(of: WorkspaceId | null): Promise<readonly AssignedNumber[]>;
  /** Whose number it is; null: nobody has seen it yet. */
  workspaceOf(number: PhoneNumberId): Promise<WorkspaceId | null>;
  assignNumber(number: AssignedNumber, by: string): Promise<NumberAssignment>;
}

export interface AccessPorts {
  readonly signIn: SignIn;
  readonly accessAdmin: AccessAdmin;
}
