import type { Role } from "../core/operations/principal.ts";

/**
 * What people and programs of the shop may do with tools. Agents have no role: they are given tools
 * by name.
 */
const ROLE_PERMISSIONS: Readonly<Record<Role, readonly string[]>> = {
  owner: ["*"],
  operator: ["*"],
  service: ["*"],
  viewer: ["crm.read", "whatsapp.read", "system.read"],
};

/** True when a role has each of the permissions. No role, no permission. */
export function isPermitted(role: Role | null, permissions: readonly string[]): boolean {
  if (role === null) return false;
  const has = ROLE_PERMISSIONS[role];
  return has.includes("*") || permissions.every((permission) => has.includes(permission));
}
