import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { PushDevice, PushState } from "../../core/answers/desk/push.ts";
import { RecadoError } from "../../core/errors.ts";
import { endpointFault } from "../../core/feed/endpoint-fault.ts";
import { MOST_DEVICES } from "../../core/feed/feed-policy.ts";
import { answer, jsonBody } from "../answer.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Event feed"];
const bytes = (length: number) =>
  z
    .string()
    .refine((text) => Buffer.from(text, "base64url").byteLength === length, `must be ${length} bytes in base64url`);

const stateRoute = createRoute({
  method: "get",
  path: "/internal/agent/feed/devices",
  "x-access": "operate",
  tags,
  summary: "Show the key with which a browser subscribes to be told of what waits, and the caller's browsers",
  security,
  responses: { 200: answer("The key and the browsers", PushState), ...problems(401, 403) },
});

const saveRoute = createRoute({
  method: "post",
  path: "/internal/agent/feed/devices",
  "x-access": "operate",
  tags,
  summary: "Tell a browser of the caller of each handoff, question, task and failed answer from now on",
  description: "The body is what `PushManager.subscribe` gives (Push API). A browser that is known keeps its id.",
  security,
  request: {
    body: jsonBody(
      z
        .object({
          endpoint: storableText(1, 2_000),
          keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
          expirationTime: z.number().nullish(),
        })
        .openapi("NewPushDevice"),
    ),
  },
  responses: { 201: answer("The browser", PushDevice), ...problems(400, 401, 403, 415, 422) },
});

const removeRoute = createRoute({
  method: "post",
  path: "/internal/agent/feed/devices/remove",
  "x-access": "operate",
  tags,
  summary: "Tell a browser of the caller nothing more",
  description: "A browser knows itself by its endpoint. One that is not known is left as it is: `removed` is false.",
  security,
  request: {
    body: jsonBody(
      z
        .object({ endpoint: storableText(1, 2_000) })
        .strict()
        .openapi("FormerPushDevice"),
    ),
  },
  responses: { 200: answer("Done", z.object({ removed: z.boolean() })), ...problems(400, 401, 403, 415, 422) },
});

type PushDependencies = Pick<ServerDependencies, "pushDevices" | "newId" | "settings">;

export function addPushRoutes(app: OpenAPIHono<ServerEnv>, { pushDevices, newId, settings }: PushDependencies): void {
  app.openapi(stateRoute, async (c) => {
    const { workspaceId, identity } = c.get("principal");
    const [publicKey, devices] = await Promise.all([
      pushDevices.key(workspaceId),
      pushDevices.list(workspaceId, identity),
    ]);
    return c.json({ publicKey, devices }, 200);
  });

  app.openapi(saveRoute, async (c) => {
    const { workspaceId, identity, actor } = c.get("principal");
    const { endpoint, keys } = c.req.valid("json");
    const fault = endpointFault(endpoint, settings.feedMayBePrivate);
    if (fault !== null) throw new RecadoError("request_invalid", `${fault}.`);
    const saved = await pushDevices.save(workspaceId, { id: newId(), url: endpoint, keys, of: identity }, actor);
    if (saved === null) {
      throw new RecadoError(
        "request_invalid",
        `A workspace tells at most ${MOST_DEVICES} browsers. Switch one off first.`,
      );
    }
    return c.json(saved, 201);
  });

  app.openapi(removeRoute, async (c) => {
    const { workspaceId, identity, actor } = c.get("principal");
    const { endpoint } = c.req.valid("json");
    return c.json({ removed: await pushDevices.remove(workspaceId, endpoint, identity, actor) }, 200);
  });
}
