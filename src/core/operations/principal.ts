/**
 * The caller. A request to `/internal` is admitted as one principal: one workspace, one role in it,
 * and for a program the scopes of its token. Nothing in a request names a workspace; the principal
 * does.
 */
import type { WorkspaceId } from "../ids.ts";

export const ROLES = ["owner", "operator", "viewer", "service"] as const;
export type Role = (typeof ROLES)[number];

/**
 * What a route requires of its caller: to read, to read what was sold and what it cost, to work with customers, to run
 * the workspace itself. `impersonate`: to speak as a customer, which no route requires of all its users.
 */
export const ACCESSES = ["view", "sales", "operate", "administer", "impersonate"] as const;
export type Access = (typeof ACCESSES)[number];

export interface Principal {
  readonly workspaceId: WorkspaceId;
  /**
   * The permanent identity: `user:<userId>`, `token:<id>` of a program, `installation`. A name may
   * change, and two may have the same.
   */
  readonly identity: string;
  /** The member's or token's name; stands in the audit log beside what was done. */
  readonly actor: string;
  readonly role: Role;
  /**
   * null: everything that the role may do. Otherwise only these, `<part>:read` and `<part>:write`.
   */
  readonly scopes: readonly string[] | null;
  readonly via: "token" | "session";
  /** Whether sums of what was sold are shown to them (`maySeeSales`). */
  readonly seesSales: boolean;
}

/** An operator sees no sums of sales before an owner allows it. */
export function maySeeSales(role: Role, isAllowed: boolean): boolean {
  return role !== "operator" || isAllowed;
}

/** The caller of a route of ours, as its event keeps it. */
export interface Caller {
  readonly kind: "installation" | "person" | "program";
  /** The permanent identity. */
  readonly id: string;
  /** The name of today, for the audit log. */
  readonly display: string;
}

/** How long a browser stays signed in: so long after it was last used, and never longer than the second. */
export const SESSION_TIMES = { idleMs: 12 * 3_600_000, absoluteMs: 7 * 24 * 3_600_000 } as const;

/** How long a sign-in link waits for the person it was made for. */
export const SIGN_IN_LINK = { lifeMs: 3 * 24 * 3_600_000 } as const;

/** RECADO_API_TOKEN is shared by the people who run the installation, so it names no person. */
export const SHARED_ACTOR = "api";
export const INSTALLATION_IDENTITY = "installation";

const MAY: Readonly<Record<Role, readonly Exclude<Access, "sales">[]>> = {
  owner: ["view", "operate", "administer", "impersonate"],
  operator: ["view", "operate"],
  viewer: ["view"],
  service: ["view", "operate"],
};

/**
 * `part`: the subject of the route, as in `/internal/agent/<part>`. A token with scopes administers
 * nothing, even an owner's.
 */
export function mayAccess({ role, scopes, seesSales }: Principal, access: Access, part: string): boolean {
  if (access === "sales" ? !seesSales : !MAY[role].includes(access)) return false;
  return scopes === null || (access !== "administer" && scopes.includes(scopeOf(part, access)));
}

const SCOPE_VERBS = { view: "read", sales: "read", operate: "write", impersonate: "impersonate" } as const;

export function scopeOf(part: string, access: Exclude<Access, "administer">): string {
  return `${part}:${SCOPE_VERBS[access]}`;
}

/**
 * The names in a token's scopes, with `:read` or `:write` behind: each `/internal/agent/<part>` of
 * the OpenAPI document with a route that is not administered (`test/server/scopes.test.ts` compares
 * the two).
 */
export const SCOPE_PARTS = [
  "agents",
  "alerts",
  "artifacts",
  "audit",
  "canned-replies",
  "circuits",
  "config",
  "confirmations",
  "contacts",
  "conversations",
  "costs",
  "documents",
  "doubts",
  "evaluations",
  "events",
  "facts",
  "feed",
  "follow-ups",
  "inbox",
  "learning",
  "mcp",
  "knowledge",
  "media",
  "metrics",
  "orders",
  "plans",
  "reminders",
  "replays",
  "reports",
  "retention",
  "runs",
  "sandbox-sessions",
  "sandboxes",
  "search",
  "stream",
  "tasks",
  "timers",
  "templates",
  "tools",
  "unanswered",
] as const;

export function isScope(scope: string): boolean {
  if (scope === scopeOf("events", "impersonate")) return true;
  const [part = "", verb = "", ...rest] = scope.split(":");
  return rest.length === 0 && SCOPE_PARTS.some((known) => known === part) && (verb === "read" || verb === "write");
}

/**
 * A holder of RECADO_API_TOKEN, or of a session opened with it, runs the installation: all
 * workspaces, all numbers.
 */
export function isInstallation(principal: Principal): boolean {
  return principal.identity === INSTALLATION_IDENTITY;
}

/** The caller in the form that an event keeps. */
export function callerOf({ identity, actor }: Principal): Caller {
  const kind =
    identity === INSTALLATION_IDENTITY ? "installation" : identity.startsWith("user:") ? "person" : "program";
  return { kind, id: identity, display: actor };
}

/** The actor: the holder of the token. When many share one token, the person that they name. */
export function actorOf(principal: Principal, said: string): string {
  return isInstallation(principal) ? said : principal.actor;
}
