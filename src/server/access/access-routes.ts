import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { ApiToken, AssignedNumber, Member, Workspace } from "../../core/answers/access.ts";
import { RecadoError } from "../../core/errors.ts";
import type { PhoneNumberId, WorkspaceId } from "../../core/ids.ts";
import { isInstallation, type Principal, ROLES } from "../../core/operations/principal.ts";
import { answer, jsonBody, listAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Access"];
const id = z.string().regex(/^[\w.-]{1,64}$/, "1 to 64 letters, digits, dots, dashes or underscores");
const personName = storableText(1, 200).refine((name) => name !== "api", "`api` is the holder of RECADO_API_TOKEN");

const WorkspaceInput = z.object({ id, name: storableText(1, 200) }).openapi("WorkspaceInput");
const NumberInput = z.object({ workspaceId: id, agentId: id }).openapi("NumberInput");
const MemberInput = z
  .object({
    role: z.enum(ROLES),
    name: personName,
    seesSales: z.boolean().optional().openapi({
      description:
        "Whether an operator sees what the shop has sold and what it cost. Left out: as before, and no for a new one.",
    }),
  })
  .openapi("MemberInput");
const PhoneCode = z
  .object({ code: z.string().openapi({ example: "40312277" }), expiresAt: z.iso.datetime() })
  .openapi("PhoneCode");
const SignInLink = z
  .object({
    path: z.string().openapi({ description: "Put the address of this server before it.", example: "/studio/#in=…" }),
    expiresAt: z.iso.datetime(),
  })
  .openapi("SignInLink");
const TokenInput = z
  .object({
    name: personName.openapi({ example: "the till" }),
    userId: storableText(1, 200)
      .optional()
      .openapi({ description: "The member that the token belongs to. It gets the member's role." }),
    role: z.enum(ROLES).optional().openapi({ description: "The role of a program's token." }),
    scopes: z
      .array(z.string().max(64))
      .min(1)
      .max(128)
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
  summary: "List the caller's workspace, or all workspaces for the holder of RECADO_API_TOKEN",
  security,
  responses: { 200: listAnswer("The workspaces", Workspace), ...problems(401, 403) },
});

const createWorkspace = createRoute({
  method: "post",
  path: "/internal/agent/workspaces",
  "x-access": "administer",
  tags,
  summary: "Create a workspace. Only the holder of RECADO_API_TOKEN may",
  security,
  request: { body: jsonBody(WorkspaceInput) },
  responses: { 201: answer("The new workspace", Workspace), ...problems(400, 401, 403, 409, 415, 422) },
});

const listMembers = createRoute({
  method: "get",
  path: "/internal/agent/members",
  "x-access": "administer",
  tags,
  summary: "List the members of the workspace",
  security,
  responses: { 200: listAnswer("The members", Member), ...problems(401, 403) },
});

const putMember = createRoute({
  method: "put",
  path: "/internal/agent/members/{userId}",
  "x-access": "administer",
  tags,
  summary: "Add a person, or change their role, their name and whether they see the sales",
  security,
  request: { params: z.object({ userId: storableText(1, 200) }), body: jsonBody(MemberInput) },
  responses: { 200: answer("The member", Member), ...problems(400, 401, 403, 404, 409, 415, 422) },
});

const removeMember = createRoute({
  method: "delete",
  path: "/internal/agent/members/{userId}",
  "x-access": "administer",
  tags,
  summary: "Remove a person, revoke their tokens and end their sessions",
  security,
  request: { params: z.object({ userId: z.string() }) },
  responses: { 204: { description: "Removed" }, ...problems(401, 403, 404, 409) },
});

const makePhoneCode = createRoute({
  method: "post",
  path: "/internal/agent/members/{userId}/phone-code",
  "x-access": "administer",
  tags,
  summary: "Make the code by which a member binds their phone. Only this answer has it",
  security,
  request: { params: z.object({ userId: z.string() }) },
  responses: { 201: answer("The code", PhoneCode), ...problems(401, 403, 404) },
});

const makeSignInLink = createRoute({
  method: "post",
  path: "/internal/agent/members/{userId}/sign-in-link",
  "x-access": "administer",
  tags,
  summary: "Make the link by which a member signs one browser in, once. Only this answer has it",
  security,
  request: { params: z.object({ userId: z.string() }) },
  responses: { 201: answer("The link", SignInLink), ...problems(401, 403, 404) },
});

const unbindPhone = createRoute({
  method: "delete",
  path: "/internal/agent/members/{userId}/phone",
  "x-access": "administer",
  tags,
  summary: "Take all rights from a member's phone, and end the code that waits",
  security,
  request: { params: z.object({ userId: z.string() }) },
  responses: { 204: { description: "Unbound" }, ...problems(401, 403, 404) },
});

const listTokens = createRoute({
  method: "get",
  path: "/internal/agent/tokens",
  "x-access": "administer",
  tags,
  summary: "List the tokens of the workspace without their text, newest first, also expired and revoked ones",
  security,
  responses: { 200: listAnswer("The tokens", ApiToken), ...problems(401, 403) },
});

const createToken = createRoute({
  method: "post",
  path: "/internal/agent/tokens",
  "x-access": "administer",
  tags,
  summary: "Create a token. Only this answer has its text",
  security,
  request: { body: jsonBody(TokenInput) },
  responses: {
    201: answer("The token", z.object({ id: z.string(), token: z.string() }).openapi("NewToken")),
    ...problems(400, 401, 403, 404, 415, 422),
  },
});

const revokeToken = createRoute({
  method: "post",
  path: "/internal/agent/tokens/{id}/revoke",
  "x-access": "administer",
  tags,
  summary: "Revoke a token and end the sessions it opened",
  security,
  request: { params: z.object({ id: z.string() }) },
  responses: { 204: { description: "Revoked, now or before" }, ...problems(401, 403, 404) },
});

const listNumbers = createRoute({
  method: "get",
  path: "/internal/agent/numbers",
  "x-access": "administer",
  tags,
  summary: "List the phone numbers of the workspace, or all numbers for the holder of RECADO_API_TOKEN",
  security,
  responses: { 200: listAnswer("The numbers", AssignedNumber), ...problems(401, 403) },
});

const assignNumber = createRoute({
  method: "put",
  path: "/internal/agent/numbers/{id}",
  "x-access": "administer",
  tags,
  summary:
    "Assign a number to a workspace and an agent before its first conversation. Only the holder of RECADO_API_TOKEN may",
  security,
  request: { params: z.object({ id }), body: jsonBody(NumberInput) },
  responses: { 200: answer("The number", AssignedNumber), ...problems(400, 401, 403, 404, 409, 415, 422) },
});

export function addAccessRoutes(
  app: OpenAPIHono<ServerEnv>,
  { accessAdmin: admin }: Pick<ServerDependencies, "accessAdmin">,
  accessChanges: EventTarget,
): void {
  const tellOfChange = () => accessChanges.dispatchEvent(new Event("changed"));

  app.openapi(listWorkspaces, async (c) => {
    return c.json({ items: [...(await admin.workspaces(scopeOf(c.get("principal"))))] }, 200);
  });

  app.openapi(createWorkspace, async (c) => {
    const principal = requireInstallation(c.get("principal"));
    const asked = c.req.valid("json");
    const workspace = { ...asked, id: asked.id as WorkspaceId };
    const isNew = await admin.createWorkspace(workspace, principal.actor);
    if (!isNew) throw new RecadoError("already_there", `There is already a workspace ${JSON.stringify(workspace.id)}.`);
    return c.json(workspace, 201);
  });

  app.openapi(listMembers, async (c) => {
    return c.json({ items: [...(await admin.members(c.get("principal").workspaceId))] }, 200);
  });

  app.openapi(putMember, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    const { userId } = c.req.valid("param");
    const member = await admin.putMember(workspaceId, { userId, ...c.req.valid("json") }, actor, true);
    if (member === null) throw notFound("workspace", workspaceId);
    tellOfChange();
    return c.json(member, 200);
  });

  app.openapi(makePhoneCode, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    const { userId } = c.req.valid("param");
    const made = await admin.issuePhoneCode(workspaceId, userId, actor);
    if (made === null) throw notFound("member", userId);
    return c.json({ code: made.code, expiresAt: made.expiresAt.toISOString() }, 201);
  });

  app.openapi(makeSignInLink, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    const { userId } = c.req.valid("param");
    const made = await admin.createSignInLink(workspaceId, userId, actor);
    if (made === null) throw notFound("member", userId);
    // Behind `#` no server and no preview of a messenger sees it, and none uses it up.
    return c.json({ path: `/studio/#in=${made.link}`, expiresAt: made.expiresAt.toISOString() }, 201);
  });

  app.openapi(unbindPhone, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    const { userId } = c.req.valid("param");
    if (!(await admin.unbindPhone(workspaceId, userId, actor))) throw notFound("phone", userId);
    return c.body(null, 204);
  });

  app.openapi(removeMember, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    const { userId } = c.req.valid("param");
    if (!(await admin.removeMember(workspaceId, userId, actor, true))) throw notFound("member", userId);
    tellOfChange();
    return c.body(null, 204);
  });

  app.openapi(listTokens, async (c) => {
    return c.json({ items: [...(await admin.tokens(c.get("principal").workspaceId))] }, 200);
  });

  app.openapi(createToken, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    const { userId, role, scopes = null, lifeDays = null, name } = c.req.valid("json");
    if ((userId === undefined) === (role === undefined)) {
      throw new InvalidRequest([{ field: "role", message: "give either a member's `userId` or a program's `role`" }]);
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
          `Number ${number} has conversations in ${assigned.workspaceId}, and they cannot move along.`,
        );
    }
  });
}

/** The workspace that a principal is limited to; null for the installation, which sees all. */
function scopeOf(principal: Principal): WorkspaceId | null {
  return isInstallation(principal) ? null : principal.workspaceId;
}

function requireInstallation(principal: Principal): Principal {
  if (isInstallation(principal)) return principal;
  throw new RecadoError("forbidden", "Only the holder of RECADO_API_TOKEN creates workspaces and assigns numbers.");
}
