import { loadConfig } from "../../app/load-config.ts";
import { createLogger } from "../../app/log.ts";
import { openDatabase } from "../../app/open-database.ts";
import { RecadoError } from "../../core/errors.ts";
import type { PhoneNumberId, WorkspaceId } from "../../core/ids.ts";
import { ROLES, type Role } from "../../core/operations/principal.ts";
import type { AccessAdmin, NewApiToken } from "../../core/ports/access.ts";
import { nameOf } from "../nlu/learning-admin.ts";
import { textTable } from "../text-table.ts";

interface By {
  readonly by?: string;
}
interface Of {
  readonly workspace: string;
}
interface Json {
  readonly json?: true;
}

async function withAccessAdmin<Result>(work: (admin: AccessAdmin) => Promise<Result>): Promise<Result> {
  const logger = createLogger({ level: "warn", style: "line", secrets: [] });
  const database = await openDatabase(loadConfig(), { access: "shared", http: false, worker: false, logger });
  try {
    return await work(database.accessAdmin);
  } finally {
    await database.close();
  }
}

export async function createWorkspace(id: string, { name, by }: By & { name?: string }): Promise<void> {
  const workspace = { id: readId(id), name: name ?? id };
  const isNew = await withAccessAdmin((admin) => admin.createWorkspace(workspace, nameOf(by)));
  if (!isNew) throw new RecadoError("already_there", `there is a workspace "${id}" already`);
  say(`The workspace ${id} is made. Next: recado number assign <number> --workspace ${id} --agent <agent>`);
}

export async function listWorkspaces({ json }: Json): Promise<void> {
  const found = await withAccessAdmin((admin) => admin.workspaces(null));
  print(
    json,
    found,
    found.map(({ id, name }) => [id, name]),
  );
}

export async function addMember(
  userId: string,
  { role, name = userId, workspace, by }: By & Of & { role: string; name?: string },
): Promise<void> {
  const member = { userId, role: readRole(role), name };
  const added = await withAccessAdmin((admin) => admin.putMember(readId(workspace), member, nameOf(by)));
  if (added === null) throw unknown("workspace", workspace);
  say(
    `${name} is ${role} of ${workspace}. Next: recado token create <name> --member '${userId}' --workspace ${workspace}`,
  );
}

export async function removeMember(userId: string, { workspace, by }: By & Of): Promise<void> {
  const isRemoved = await withAccessAdmin((admin) => admin.removeMember(readId(workspace), userId, nameOf(by)));
  if (!isRemoved) throw unknown("member", userId);
  say(`${userId} is no member of ${workspace} any more.`);
}

export async function listMembers({ workspace, json }: Of & Json): Promise<void> {
  const found = await withAccessAdmin((admin) => admin.members(readId(workspace)));
  print(
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
    throw new RecadoError("request_invalid", "a token needs --member <user> or --role <role>, and not both");
  const token: NewApiToken = {
    name,
    holder: member === undefined ? { role: readRole(role ?? "") } : { userId: member },
    scopes: scopes === undefined ? null : scopes.split(",").map((scope) => scope.trim()),
    lifeDays: days === undefined ? null : readDays(days),
    by: nameOf(by),
  };
  const made = await withAccessAdmin((admin) => admin.createToken(readId(workspace), token));
  if (made === null) throw member === undefined ? unknown("workspace", workspace) : unknown("member", member);
  say(
    json
      ? JSON.stringify(made)
      : `${made.token}\nShown this once. To end it: recado token revoke ${made.id} --workspace ${workspace}`,
  );
}

export async function listTokens({ workspace, json }: Of & Json): Promise<void> {
  const found = await withAccessAdmin((admin) => admin.tokens(readId(workspace)));
  const rows = found.map(({ id, name, userId, role, scopes, expiresAt, revokedAt, lastUsedAt }) => [
    id,
    name,
    userId ?? "",
    role ?? "nobody's",
    scopes?.join(",") ?? "all",
    revokedAt !== null ? "revoked" : expiresAt === null ? "until revoked" : `until ${expiresAt.toISOString()}`,
    lastUsedAt === null ? "never used" : `used ${lastUsedAt.toISOString()}`,
  ]);
  print(json, found, rows);
}

export async function revokeToken(id: string, { workspace, by }: By & Of): Promise<void> {
  const isRevoked = await withAccessAdmin((admin) => admin.revokeToken(readId(workspace), id, nameOf(by)));
  if (!isRevoked) throw unknown("token", id);
  say(`The token ${id} opens nothing any more.`);
}

export async function assignNumber(id: string, { workspace, agent, by }: By & Of & { agent: string }): Promise<void> {
  const number = { id: readId(id) as string as PhoneNumberId, workspaceId: readId(workspace), agentId: agent };
  const assigned = await withAccessAdmin((admin) => admin.assignNumber(number, nameOf(by)));
  switch (assigned.kind) {
    case "assigned":
      return say(`Number ${id} belongs to ${workspace}; ${agent} answers there.`);
    case "unknown_workspace":
      throw unknown("workspace", workspace);
    case "in_use":
      throw new RecadoError(
        "number_in_use",
        `number ${id} has conversations in ${assigned.workspaceId}, which cannot go along`,
      );
  }
}

export async function listNumbers({ json }: Json): Promise<void> {
  const found = await withAccessAdmin((admin) => admin.numbers(null));
  print(
    json,
    found,
    found.map(({ id, workspaceId, agentId }) => [id, workspaceId, agentId]),
  );
}

export function readId(text: string): WorkspaceId {
  if (/^[\w.-]{1,64}$/.test(text)) return text as WorkspaceId;
  throw new RecadoError("request_invalid", `"${text}" is no id: 1 to 64 letters, digits, dots, dashes or underscores`);
}

function readRole(text: string): Role {
  const role = ROLES.find((known) => known === text);
  if (role !== undefined) return role;
  throw new RecadoError("request_invalid", `"${text}" is no role: ${ROLES.join(", ")}`);
}

function readDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 3_650) return days;
  throw new RecadoError("request_invalid", `--days "${text}" is no whole number from 1 to 3650`);
}

function unknown(what: string, which: string): RecadoError {
  return new RecadoError("not_found", `there is no ${what} "${which}"`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function print(json: true | undefined, found: unknown, rows: readonly (readonly string[])[]): void {
  if (json) say(JSON.stringify(found));
  else say(rows.length === 0 ? "None." : textTable(rows, "").join("\n"));
}
