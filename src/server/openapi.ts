import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { SESSION_COOKIE } from "./access/session-cookie.ts";
import type { ServerEnv } from "./server-env.ts";

const documentRoute = createRoute({
  method: "get",
  path: "/openapi.json",
  tags: ["Operation"],
  summary: "This document",
  responses: { 200: { description: "OpenAPI 3.1", content: { "application/json": { schema: z.looseObject({}) } } } },
});

/** Serves the document of all routes that were added before it. It is made once. */
export function addOpenApiRoute(app: OpenAPIHono<ServerEnv>): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "RECADO_API_TOKEN, or a token from `recado token create`.",
  });
  app.openAPIRegistry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
    description: "The session of a signed-in browser. It opens `/internal` as a token does.",
  });
  app.openAPIRegistry.registerPath(documentRoute);
  let document: string | null = null;
  app.get(documentRoute.path, (c) => {
    document ??= JSON.stringify(
      app.getOpenAPI31Document({
        openapi: "3.1.0",
        info: {
          title: "Recado",
          version: "1",
          description: "A durable runtime for WhatsApp agents. Every refusal is application/problem+json.",
          license: { name: "Apache-2.0" },
        },
      }),
    );
    return c.body(document, 200, { "content-type": "application/json" });
  });
}
