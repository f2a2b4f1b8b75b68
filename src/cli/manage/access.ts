import { RecadoError } from "../../core/errors.ts";
import type { PhoneNumberId, WorkspaceId } from "../../core/ids.ts";
import { ROLES, type Role } from "../../core/operations/principal.ts";
import type { AccessAdmin, NewApiToken } from "../../core/ports/governance/access.ts";
import { actorName } from "../actor-name.ts";
import { print, printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { withDatabase } from "../with-database.ts";

interface By {
  readonly by?: string;
}
interface Of {
  readonly workspace: string;
}
interface Json {
  readonly json?: true;
}

function withAccessAdmin<Result>(work: (admin: AccessAdmin) => Promise<Result>): Promise<Result> {
  return withDatabase(({ accessAdmin }) => work(accessAdmin));
}

export async function createWorkspace(id: string, { name, by }: By & { name?: string }): Promise<void> {
  const workspace = { id: readId(id), name: name ?? id };
  const isNew = await withAccessAdmin((admin) => admin.createWorkspace(workspace, actorName(by)));
  if (!isNew) throw new RecadoError("already_there", `the workspace "${id}" exists already`);
  print(`Created the workspace ${id}. Next: recado number assign <number> --workspace ${id} --agent <agent>`);
}

export async function listWorkspaces({ json }: Json): Promise<void> {
  const found = await withAccessAdmin((admin) => admin.workspaces(null));
  printTable(
    json,
    found,
    found.map(({ id, name }) => [id, name]),
  );
}

export async function addMember(
  userId: string,
  { role, name = userId, workspace, seesSales, by }: By & Of & { role: string; name?: string; seesSales?: boolean },
): Promise<void> {
  const member = { userId, role: readRole(role), name, seesSales };
  const added = await withAccessAdmin((admin) => admin.putMember(readId(workspace), member, actorName(by)));
  if (added === null) throw unknown("workspace", workspace);
  print(
    `${name} is ${role} of ${workspace}. Next: recado token create <name> --member '${userId}' --workspace ${workspace}`,
  );
}

export async function removeMember(userId: string, { workspace, by }: By & Of): Promise<void> {
  const isRemoved = await withAccessAdmin((admin) => admin.removeMember(readId(workspace), userId, actorName(by)));
  if (!isRemoved) throw unknown("member", userId);
  print(`${userId} is no longer a member of ${workspace}.`);
}

export async function listMembers({ workspace, json }: Of & Json): Promise<void> {
  const found = await withAccessAdmin((admin) => admin.members(readId(workspace)));
  printTable(
    json,
    found,
    found.map(({ userId, role, name }) => [userId, role, name]),
  );
}

interface TokenOptions extends By, Of, Json {
  readonly member?: string;
  readonly role?: string;
  readonly scopes?: string;
  readonly days?: string;
}

export async function createToken(
  name: string,
  { member, role, scopes, days, workspace, by, json }: TokenOptions,
): Promise<void> {
  if ((member === undefined) === (role === undefined))
    throw new RecadoError("request_invalid", "give a token either --member <user> or --role <role>");
  const token: NewApiToken = {
    name,
    holder: member === undefined ? { role: readRole(role ?? "") } : { userId: member },
    scopes: scopes === undefined ? null : scopes.split(",").map((scope) => scope.trim()),
    lifeDays: days === undefined ? null : readDays(days),
    by: actorName(by),
  };
  const made = await withAccessAdmin((admin) => admin.createToken(readId(workspace), token));
  if (made === null) throw member === undefined ? unknown("workspace", workspace) : unknown("member", member);
  printResult(json, made, () => [
    made.token,
    `Shown only now. To revoke it: recado token revoke ${made.id} --workspace ${workspace}`,
  ]);
}

export async function listTokens({ workspace, json }: Of & Json): Promise<void> {
  const found = await withAccessAdmin((admin) => admin.tokens(readId(workspace)));
  const rows = found.map(({ id, name, userId, role, scopes, expiresAt, revokedAt, lastUsedAt }) => [
    id,
    name,
    userId ?? "",
    role ?? "no role",
    scopes?.join(",") ?? "all",
    revokedAt !== null ? "revoked" : expiresAt === null ? "until revoked" : `until ${expiresAt.toISOString()}`,
    lastUsedAt === null ? "never used" : `used ${lastUsedAt.toISOString()}`,
  ]);
  printTable(json, found, rows);
}

export async function revokeToken(id: string, { workspace, by }: By & Of): Promise<void> {
  const isRevoked = await withAccessAdmin((admin) => admin.revokeToken(readId(workspace), id, actorName(by)));
  if (!isRevoked) throw unknown("token", id);
  print(`Revoked the token ${id}.`);
}

export async function assignNumber(id: string, { workspace, agent, by }: By & Of & { agent: string }): Promise<void> {
  const number = { id: readId(id) as string as PhoneNumberId, workspaceId: readId(workspace), agentId: agent };
  const assigned = await withAccessAdmin((admin) => admin.assignNumber(number, actorName(by)));
  switch (assigned.kind) {
    case "assigned":
      return print(`Number ${id} belongs to ${workspace}; ${agent} answers there.`);
    case "unknown_workspace":
      throw unknown("workspace", workspace);
    case "in_use":
      throw new RecadoError(
        "number_in_use",
        `number ${id} has conversations in ${assigned.workspaceId}, which cannot move with it`,
      );
  }
}

export async function listNumbers({ json }: Json): Promise<void> {
  const found = await withAccessAdmin((admin) => admin.numbers(null));
  printTable(
    json,
    found,
    found.map(({ id, workspaceId, agentId }) => [id, workspaceId, agentId]),
  );
}

export function readId(text: string): WorkspaceId {
  if (/^[\w.-]{1,64}$/.test(text)) return text as WorkspaceId;
  throw new RecadoError(
    "request_invalid",
    `"${text}" is not an id: use 1 to 64 letters, digits, dots, dashes or underscores`,
  );
}

function readRole(text: string): Role {
  const role = ROLES.find((known) => known === text);
  if (role !== undefined) return role;
  throw new RecadoError("request_invalid", `"${text}" is not a role: use one of ${ROLES.join(", ")}`);
}

function readDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 3_650) return days;
  throw new RecadoError("request_invalid", `--days "${text}" must be a whole number from 1 to 3650`);
}

function unknown(what: string, which: string): RecadoError {
  return new RecadoError("not_found", `there is no ${what} "${which}"`);
}

function printTable(json: true | undefined, found: unknown, rows: readonly (readonly string[])[]): void {
  printResult(json, found, () => (rows.length === 0 ? "None." : textTable(rows, "")));
}
