import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { Sandbox, SandboxChoices, SavedSandbox } from "../../core/answers/lab/sandbox.ts";
import { RecadoError } from "../../core/errors.ts";
import type { Sandboxes } from "../../core/ports/lab/sandbox.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActJson, ForkJson, NameJson, NewSandboxJson, SettingsChange, StateJson } from "./sandbox-acts.ts";

const security = [{ bearer: [] }];
const tags = ["Sandbox"];
const access = { tags, security, "x-access": "operate" } as const;
const params = z.object({ id: z.string() });
const PATH = "/internal/agent/sandboxes";
const ONE = `${PATH}/{id}` as const;
const SAVED = "/internal/agent/sandbox-sessions";

const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });
const given = <Schema extends z.ZodType>(schema: Schema) => ({ required: true, content: json(schema) }) as const;
const sandbox = (description = "The sandbox as it stands now") => ({ description, content: json(Sandbox) });

const choicesRoute = createRoute({
  ...access,
  method: "get",
  path: `${PATH}/choices`,
  summary: "List the agents and engines to try, and the limits",
  responses: { 200: { description: "The choices", content: json(SandboxChoices) }, ...problems(401) },
});

const listRoute = createRoute({
  ...access,
  method: "get",
  path: PATH,
  summary: "List the sandboxes that are open in this process",
  responses: {
    200: { description: "All sandboxes of this workspace", content: json(z.object({ items: z.array(Sandbox) })) },
    ...problems(401),
  },
});

const createRouteOfSandbox = createRoute({
  ...access,
  method: "post",
  path: PATH,
  summary: "Open a sandbox: a conversation with an agent in memory, on a clock of its own",
  request: { body: given(NewSandboxJson) },
  responses: { 201: sandbox("The new sandbox"), ...problems(400, 401, 409, 415, 422) },
});

const getRoute = createRoute({
  ...access,
  method: "get",
  path: ONE,
  summary: "Get a sandbox. Its clock catches up first, and due timers fire",
  request: { params },
  responses: { 200: sandbox(), ...problems(401, 404) },
});

const closeRoute = createRoute({
  ...access,
  method: "delete",
  path: ONE,
  summary: "Close a sandbox. What is not saved is lost",
  request: { params },
  responses: { 204: { description: "Closed" }, ...problems(401, 404) },
});

const actRoute = createRoute({
  ...access,
  method: "post",
  path: `${ONE}/acts`,
  summary: "Speak as the customer, move the clock, or act as an operator",
  request: { params, body: given(ActJson) },
  responses: { 200: sandbox(), ...problems(400, 401, 404, 415, 422) },
});

const settingsRoute = createRoute({
  ...access,
  method: "patch",
  path: `${ONE}/settings`,
  summary: "Change speed, timers, clock, engine or faults. `crm: live` lets tools write into the workspace's own data",
  request: { params, body: given(SettingsChange) },
  responses: { 200: sandbox(), ...problems(400, 401, 404, 415, 422) },
});

const stateRoute = createRoute({
  ...access,
  method: "patch",
  path: `${ONE}/state`,
  summary: "Change what the agent remembers. A state that the agent does not know is refused and changes nothing",
  request: { params, body: given(StateJson) },
  responses: { 200: sandbox(), ...problems(400, 401, 404, 415, 422) },
});

const resetRoute = createRoute({
  ...access,
  method: "post",
  path: `${ONE}/reset`,
  summary: "Reset a sandbox to its beginning, with the same settings",
  request: { params },
  responses: { 200: sandbox(), ...problems(401, 404) },
});

const forkRoute = createRoute({
  ...access,
  method: "post",
  path: `${ONE}/fork`,
  summary: "Fork a sandbox: open another as this one was after a turn. 0 is its beginning",
  request: { params, body: given(ForkJson) },
  responses: { 201: sandbox("The new sandbox"), ...problems(400, 401, 404, 409, 415, 422) },
});

const scenarioRoute = createRoute({
  ...access,
  method: "get",
  path: `${ONE}/scenario`,
  summary: "Export a sandbox as a scenario file that `recado test` plays",
  request: { params },
  responses: {
    200: { description: "YAML", content: { "application/yaml": { schema: z.string() } } },
    ...problems(401, 404),
  },
});

const saveRoute = createRoute({
  ...access,
  method: "post",
  path: `${ONE}/save`,
  summary: "Save a sandbox under a name. A saved sandbox of that name is replaced",
  request: { params, body: given(NameJson) },
  responses: { 200: { description: "Saved", content: json(SavedSandbox) }, ...problems(400, 401, 404, 409, 415, 422) },
});

const savedRoute = createRoute({
  ...access,
  method: "get",
  path: SAVED,
  summary: "List saved sandboxes, newest first",
  responses: {
    200: { description: "All sandboxes of this workspace", content: json(z.object({ items: z.array(SavedSandbox) })) },
    ...problems(401),
  },
});

const loadRoute = createRoute({
  ...access,
  method: "post",
  path: `${SAVED}/{id}/load`,
  summary: "Open a saved sandbox as it was saved",
  request: { params },
  responses: { 201: sandbox("The new sandbox"), ...problems(401, 404, 409, 422) },
});

const forgetRoute = createRoute({
  ...access,
  method: "delete",
  path: `${SAVED}/{id}`,
  summary: "Delete a saved sandbox",
  request: { params },
  responses: { 204: { description: "Deleted" }, ...problems(401, 404) },
});

export function addSandboxRoutes(app: OpenAPIHono<ServerEnv>, { sandboxes }: ServerDependencies): void {
  const open = sandboxes ?? NO_SANDBOXES;

  app.openapi(choicesRoute, (c) => c.json(open.choices(), 200));
  app.openapi(listRoute, async (c) => {
    return c.json({ items: [...(await open.list(c.get("principal")))] }, 200);
  });
  app.openapi(createRouteOfSandbox, async (c) => {
    return c.json(await open.create(c.get("principal"), c.req.valid("json")), 201);
  });
  app.openapi(getRoute, async (c) => {
    return c.json(await open.get(c.get("principal"), c.req.valid("param").id), 200);
  });
  app.openapi(closeRoute, async (c) => {
    await open.close(c.get("principal"), c.req.valid("param").id);
    return c.body(null, 204);
  });
  app.openapi(actRoute, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await open.act(c.get("principal"), id, c.req.valid("json")), 200);
  });
  app.openapi(settingsRoute, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await open.configure(c.get("principal"), id, c.req.valid("json")), 200);
  });
  app.openapi(stateRoute, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await open.editState(c.get("principal"), id, c.req.valid("json")), 200);
  });
  app.openapi(resetRoute, async (c) => {
    return c.json(await open.reset(c.get("principal"), c.req.valid("param").id), 200);
  });
  app.openapi(forkRoute, async (c) => {
    const { turn } = c.req.valid("json");
    return c.json(await open.fork(c.get("principal"), c.req.valid("param").id, turn), 201);
  });
  app.openapi(scenarioRoute, async (c) => {
    const text = await open.scenario(c.get("principal"), c.req.valid("param").id);
    return c.body(text, 200, { "content-type": "application/yaml; charset=utf-8" });
  });
  app.openapi(saveRoute, async (c) => {
    const { name } = c.req.valid("json");
    return c.json(await open.save(c.get("principal"), c.req.valid("param").id, name.trim()), 200);
  });
  app.openapi(savedRoute, async (c) => {
    return c.json({ items: [...(await open.saved(c.get("principal")))] }, 200);
  });
  app.openapi(loadRoute, async (c) => {
    return c.json(await open.load(c.get("principal"), c.req.valid("param").id), 201);
  });
  app.openapi(forgetRoute, async (c) => {
    await open.forget(c.get("principal"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

/** Refuses all requests of a server without sandboxes. */
const refuse = async () => {
  throw new RecadoError("not_ready", "This server has no sandboxes.");
};
const NO_SANDBOXES: Sandboxes = {
  choices() {
    throw new RecadoError("not_ready", "This server has no sandboxes.");
  },
  ...{ create: refuse, list: refuse, get: refuse, act: refuse, configure: refuse, editState: refuse, reset: refuse },
  ...{ fork: refuse, close: refuse, scenario: refuse, save: refuse, saved: refuse, load: refuse, forget: refuse },
};
