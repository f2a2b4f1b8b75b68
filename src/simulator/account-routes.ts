import { type Context, Hono } from "hono";
import type { SimulatedAccount } from "./account.ts";
import { isBearer } from "./bearer.ts";
import type { GraphDoor } from "./graph-door.ts";
import { BAD_TOKEN, type GraphRefusal, unknownObject } from "./graph-refusal.ts";

const BAD_SIGNATURE: GraphRefusal = {
  httpStatus: 400,
  code: 190,
  message: "Invalid OAuth access token signature.",
};

/** Two templates a page, so that a client must follow the pages. */
const PAGE = 2;

/** The part of the Business Management API that says how an account is set up. */
export function accountRoutes(account: SimulatedAccount, appSecret: string, door: GraphDoor): Hono {
  const app = new Hono();
  const { appId, businessAccountId } = account;

  app.get("/:version{v[0-9]+\\.[0-9]+}/debug_token", (context) => {
    const closed = door.checkToken(context, "");
    if (closed !== null) return door.refuse(closed);
    const granular = account.scopes
      .filter((scope) => scope.startsWith("whatsapp_"))
      .map((scope) => ({ scope, target_ids: [businessAccountId] }));
    return context.json({
      data: {
        app_id: appId,
        type: "SYSTEM_USER",
        application: "Simulator",
        expires_at: account.expiresAt,
        is_valid: true,
        scopes: account.scopes,
        granular_scopes: granular,
      },
    });
  });

  app.get("/:version{v[0-9]+\\.[0-9]+}/:id/subscriptions", (context) => {
    if (!isBearer(context.req.header("authorization"), `${appId}|${appSecret}`)) return door.refuse(BAD_SIGNATURE);
    const { subscription } = account;
    const data =
      subscription === null
        ? []
        : [
            {
              object: "whatsapp_business_account",
              callback_url: subscription.callbackUrl,
              active: true,
              fields: subscription.fields.map((name) => ({ name, version: "v26.0" })),
            },
          ];
    return context.json({ data });
  });

  const ofAccount = (context: Context, answer: () => Response): Response => {
    const closed = door.checkToken(context, "") ?? (mayRead(account) ? null : BAD_TOKEN);
    if (closed !== null) return door.refuse(closed);
    const id = context.req.param("id") ?? "";
    return id === businessAccountId ? answer() : door.refuse(unknownObject(id, "get"));
  };

  app.get("/:version{v[0-9]+\\.[0-9]+}/:id/subscribed_apps", (context) =>
    ofAccount(context, () =>
      context.json({
        data: account.isAppSubscribed ? [{ whatsapp_business_api_data: { id: appId, name: "Simulator" } }] : [],
      }),
    ),
  );

  app.get("/:version{v[0-9]+\\.[0-9]+}/:id/phone_numbers", (context) =>
    ofAccount(context, () => context.json({ data: account.numbers })),
  );

  app.get("/:version{v[0-9]+\\.[0-9]+}/:id/message_templates", (context) =>
    ofAccount(context, () => {
      const from = Number(context.req.query("after") ?? 0);
      const next = from + PAGE;
      const paging = next < account.templates.length ? { cursors: { after: String(next) }, next: "more" } : {};
      return context.json({ data: account.templates.slice(from, next), paging });
    }),
  );
  return app;
}

function mayRead({ scopes }: SimulatedAccount): boolean {
  return scopes.includes("whatsapp_business_management");
}
