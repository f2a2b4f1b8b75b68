import { type Access, ROLES, type Role } from "./principal.ts";

/**
 * What a member may do from a bound phone, by command: the one table that the agent's words and every
 * tool of the operator are judged by (L-29). `binding` needs a code and no role.
 */
export const OPERATOR_COMMANDS = {
  vincular: "binding",
  ayuda: "view",
  estado: "view",
  pedidos: "view",
  preguntar: "view",
  cancel: "view",
  recordar: "view",
  recordatorios: "view",
  agent: "operate",
  pausa: "operate",
  "pausa-plan": "operate",
  confirmar: "operate",
  mensaje: "operate",
  borrador: "operate",
  "dev-review": "administer",
} as const satisfies Readonly<Record<string, Access | "binding">>;

export type OperatorCommand = keyof typeof OPERATOR_COMMANDS;

/** A program has no phone. */
export const PHONE_ROLES: readonly Role[] = ROLES.filter((role) => role !== "service");

const MAY: Readonly<Record<Role, readonly Access[]>> = {
  owner: ["view", "operate", "administer"],
  operator: ["view", "operate"],
  viewer: ["view"],
  service: [],
};

export function mayCommand(role: Role, command: OperatorCommand): boolean {
  const needs = OPERATOR_COMMANDS[command];
  return needs !== "binding" && MAY[role].includes(needs);
}

/** A code is eight digits, counts once, for ten minutes; a phone may be wrong five times an hour. */
export const PHONE_CODE = { digits: 8, lifeMs: 10 * 60_000, wrongTriesAnHour: 5 } as const;
