/**
 * Who asks. A request to `/internal` is let in as one principal: one workspace, one role in it, and for a program the
 * scopes that its token was made with. Nothing in a request names a workspace; the principal does.
 */
import type { WorkspaceId } from "./ids.ts";

export const ROLES = ["owner", "operator", "viewer", "service"] as const;
export type Role = (typeof ROLES)[number];

/** What a route asks of its caller: to look, to work with customers, to run the workspace itself. */
export const ACCESSES = ["view", "operate", "administer"] as const;
export type Access = (typeof ACCESSES)[number];

export interface Principal {
  readonly workspaceId: WorkspaceId;
  /** The member's or token's name; stands in the audit log beside what was done. */
  readonly actor: string;
  readonly role: Role;
  /** Null: all that the role may. Else only these, `<part>:read` and `<part>:write`. */
  readonly scopes: readonly string[] | null;
  readonly via: "token" | "session";
}

/** RECADO_API_TOKEN is shared by whoever runs the installation; it names nobody. */
export const SHARED_ACTOR = "api";

const MAY: Readonly<Record<Role, readonly Access[]>> = {
  owner: ["view", "operate", "administer"],
  operator: ["view", "operate"],
  viewer: ["view"],
  service: ["view", "operate"],
};

/** `part`: what the route is about, as in `/internal/agent/<part>`. */
export function mayAccess(principal: Principal, access: Access, part: string): boolean {
  return (
    MAY[principal.role].includes(access) &&
    (principal.scopes === null || principal.scopes.includes(scopeOf(part, access)))
  );
}

export function scopeOf(part: string, access: Access): string {
  return `${part}:${access === "view" ? "read" : "write"}`;
}

/** Who did it: the one whose token it was. Where many share one token, whoever they say. */
export function actorOf(principal: Principal, said: string): string {
  return principal.actor === SHARED_ACTOR ? said : principal.actor;
}
