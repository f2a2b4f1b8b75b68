import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import type { PhoneNumberId, WorkspaceId } from "../../core/ids.ts";
import { isInstallation, type Principal, ROLES } from "../../core/operations/principal.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { storableText } from "../text-rules.ts";
import { Member, memberJson, Token, tokenJson } from "./access-json.ts";

const security = [{ bearer: [] }];
const tags = ["Access"];
const id = z.string().regex(/^[\w.-]{1,64}$/, "1 to 64 letters, digits, dots, dashes or underscores");
const personName = storableText(1, 200).refine((name) => name !== "api", "`api` is whoever holds RECADO_API_TOKEN");

const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });
const items = <Schema extends z.ZodType>(schema: Schema) => json(z.object({ items: z.array(schema) }));
const body = <Schema extends z.ZodType>(schema: Schema) => ({ body: { required: true, content: json(schema) } });

const Workspace = z.object({ id, name: storableText(1, 200) }).openapi("Workspace");
const Number_ = z.object({ id, workspaceId: id, agentId: id }).openapi("Number");
const MemberInput = z.object({ role: z.enum(ROLES), name: personName }).openapi("MemberInput");
const TokenInput = z
  .object({
    name: personName.openapi({ example: "the till" }),
    userId: storableText(1, 200).optional().openapi({ description: "Of this member, with this member's role." }),
    role: z.enum(ROLES).optional().openapi({ description: "Of a program: its own role." }),
    scopes: z
      .array(z.string().max(64))
      .min(1)
      .max(64)
      .optional()
      .openapi({ example: ["events:write", "runs:read"] }),
    lifeDays: z.number().int().min(1).max(3_650).optional(),
  })
  .openapi("TokenInput");

const listWorkspaces = createRoute({
  method: "get",
  path: "/internal/agent/workspaces",
  "x-access": "administer",
  tags,
  summary: "The caller's workspace; all of them for whoever holds RECADO_API_TOKEN",
  security,
  responses: { 200: { description: "They", content: items(Workspace) }, ...problems(401, 403) },
});

const createWorkspace = createRoute({
  method: "post",
  path: "/internal/agent/workspaces",
  "x-access": "administer",
  tags,
  summary: "Make a workspace; for whoever holds RECADO_API_TOKEN",
  security,
  request: body(Workspace),
  responses: { 201: { description: "Made", content: json(Workspace) }, ...problems(400, 401, 403, 409, 415, 422) },
});

const listMembers = createRoute({
  method: "get",
  path: "/internal/agent/members",
  "x-access": "administer",
  tags,
  summary: "The people of the workspace",
  security,
  responses: { 200: { description: "They", content: items(Member) }, ...problems(401, 403) },
});

const putMember = createRoute({
  method: "put",
  path: "/internal/agent/members/{userId}",
  "x-access": "administer",
  tags,
  summary: "Add a person, or change what one may do",
  security,
  request: { params: z.object({ userId: storableText(1, 200) }), ...body(MemberInput) },
  responses: { 200: { description: "The member", content: json(Member) }, ...problems(400, 401, 403, 404, 415, 422) },
});

const removeMember = createRoute({
  method: "delete",
  path: "/internal/agent/members/{userId}",
  "x-access": "administer",
  tags,
  summary: "A person leaves; their tokens and sessions end",
  security,
  request: { params: z.object({ userId: z.string() }) },
  responses: { 204: { description: "Gone" }, ...problems(401, 403, 404) },
});

const listTokens = createRoute({
  method: "get",
  path: "/internal/agent/tokens",
  "x-access": "administer",
  tags,
  summary: "Tokens of the workspace, without their text; also those that are over, the newest first",
  security,
  responses: { 200: { description: "They", content: items(Token) }, ...problems(401, 403) },
});

const createToken = createRoute({
  method: "post",
  path: "/internal/agent/tokens",
  "x-access": "administer",
  tags,
  summary: "Make a token; its text is in this answer and never again",
  security,
  request: body(TokenInput),
  responses: {
    201: {
      description: "The token",
      content: json(z.object({ id: z.string(), token: z.string() }).openapi("NewToken")),
    },
    ...problems(400, 401, 403, 404, 415, 422),
  },
});

const revokeToken = createRoute({
  method: "post",
  path: "/internal/agent/tokens/{id}/revoke",
  "x-access": "administer",
  tags,
  summary: "A token opens nothing any more, and the sessions that it opened end",
  security,
  request: { params: z.object({ id: z.string() }) },
  responses: { 204: { description: "Revoked, now or before" }, ...problems(401, 403, 404) },
});

const listNumbers = createRoute({
  method: "get",
  path: "/internal/agent/numbers",
  "x-access": "administer",
  tags,
  summary: "Phone numbers of the workspace; all of them for whoever holds RECADO_API_TOKEN",
  security,
  responses: { 200: { description: "They", content: items(Number_) }, ...problems(401, 403) },
});

const assignNumber = createRoute({
  method: "put",
  path: "/internal/agent/numbers/{id}",
  "x-access": "administer",
  tags,
  summary:
    "Give a number to a workspace and an agent, before its first conversation; for whoever holds RECADO_API_TOKEN",
  security,
  request: { params: z.object({ id }), ...body(Number_.omit({ id: true }).openapi("NumberInput")) },
  responses: { 200: { description: "It", content: json(Number_) }, ...problems(400, 401, 403, 404, 409, 415, 422) },
});

export function addAccessRoutes(
  app: OpenAPIHono<ServerEnv>,
  { accessAdmin: admin }: ServerDependencies,
  accessChanges: EventTarget,
): void {
  const tellOfChange = () => accessChanges.dispatchEvent(new Event("changed"));

  app.openapi(listWorkspaces, async (c) => {
    return c.json({ items: [...(await admin.workspaces(scopeOf(c.get("principal"))))] }, 200);
  });

  app.openapi(createWorkspace, async (c) => {
    const principal = requireInstallation(c.get("principal"));
    const workspace = c.req.valid("json");
    const isNew = await admin.createWorkspace({ ...workspace, id: workspace.id as WorkspaceId }, principal.actor);
    if (!isNew) throw new RecadoError("already_there", `There is a workspace ${JSON.stringify(workspace.id)} already.`);
    return c.json(workspace, 201);
  });

  app.openapi(listMembers, async (c) => {
    return c.json({ items: (await admin.members(c.get("principal").workspaceId)).map(memberJson) }, 200);
  });

  app.openapi(putMember, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    const { userId } = c.req.valid("param");
    const member = await admin.putMember(workspaceId, { userId, ...c.req.valid("json") }, actor);
    if (member === null) throw notFound("workspace", workspaceId);
    tellOfChange();
    return c.json(memberJson(member), 200);
  });

  app.openapi(removeMember, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    const { userId } = c.req.valid("param");
    if (!(await admin.removeMember(workspaceId, userId, actor))) throw notFound("member", userId);
    tellOfChange();
    return c.body(null, 204);
  });

  app.openapi(listTokens, async (c) => {
    return c.json({ items: (await admin.tokens(c.get("principal").workspaceId)).map(tokenJson) }, 200);
  });

  app.openapi(createToken, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    const { userId, role, scopes = null, lifeDays = null, name } = c.req.valid("json");
    if ((userId === undefined) === (role === undefined)) {
      throw new InvalidRequest([
        { field: "role", message: "either a member's `userId` or a program's `role` is needed, and not both" },
      ]);
    }
    const holder = userId === undefined ? { role: role ?? "service" } : { userId };
    const made = await admin.createToken(workspaceId, { name, holder, scopes, lifeDays, by: actor });
    if (made === null) throw notFound("member", userId ?? "");
    return c.json(made, 201);
  });

  app.openapi(revokeToken, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    const { id: tokenId } = c.req.valid("param");
    if (!(await admin.revokeToken(workspaceId, tokenId, actor))) throw notFound("token", tokenId);
    tellOfChange();
    return c.body(null, 204);
  });

  app.openapi(listNumbers, async (c) => {
    return c.json({ items: [...(await admin.numbers(scopeOf(c.get("principal"))))] }, 200);
  });

  app.openapi(assignNumber, async (c) => {
    const principal = requireInstallation(c.get("principal"));
    const number = c.req.valid("param").id as PhoneNumberId;
    const { workspaceId, agentId } = c.req.valid("json");
    const assigned = await admin.assignNumber(
      { id: number, workspaceId: workspaceId as WorkspaceId, agentId },
      principal.actor,
    );
    switch (assigned.kind) {
      case "assigned":
        return c.json(assigned.number, 200);
      case "unknown_workspace":
        throw notFound("workspace", workspaceId);
      case "in_use":
        throw new RecadoError(
          "number_in_use",
          `Number ${number} has conversations in ${assigned.workspaceId}, which cannot go along.`,
        );
    }
  });
}

/** What it may see: everything, or its own. */
function scopeOf(principal: Principal): WorkspaceId | null {
  return isInstallation(principal) ? null : principal.workspaceId;
}

function requireInstallation(principal: Principal): Principal {
  if (isInstallation(principal)) return principal;
  throw new RecadoError("forbidden", "Workspaces and numbers are given out by whoever holds RECADO_API_TOKEN.");
}

function notFound(what: string, which: string): RecadoError {
  return new RecadoError("not_found", `There is no ${what} ${JSON.stringify(which.slice(0, 64))}.`);
}
