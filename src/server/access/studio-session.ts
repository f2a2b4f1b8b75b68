import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { CurrencyAnswer, currencyOf } from "../../core/answers/currency.ts";
import { RecadoError } from "../../core/errors.ts";
import { LOCALES } from "../../core/locale/locale.ts";
import { isInstallation, ROLES } from "../../core/operations/principal.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import type { Doorkeeper } from "./authenticate.ts";
import type { GuessGuard } from "./guess-guard.ts";
import { dropSessionCookie, giveSessionCookie, readSessionCookie } from "./session-cookie.ts";

const tags = ["Studio"];
const security = [{ session: [] }];

const Session = z
  .object({
    actor: z.string(),
    role: z.enum(ROLES),
    isInstallation: z
      .boolean()
      .openapi({ description: "True for the token of the person who runs this installation." }),
    seesSales: z.boolean().openapi({ description: "Whether sums of what was sold are shown to them." }),
    workspaceId: z.string(),
    locale: z.enum(LOCALES).openapi({ description: "Language and country of the workspace." }),
    timeZone: z.string(),
    currency: CurrencyAnswer,
    workspaces: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .openapi("StudioSession");

const SignInBody = z
  .object({
    token: z.string().min(1).max(512).optional(),
    link: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .openapi({ description: "What stands behind `#in=` in a sign-in link. It works once." }),
  })
  .refine(({ token, link }) => (token === undefined) !== (link === undefined), "give either a token or a link")
  .openapi("SignIn");

const openRoute = createRoute({
  method: "post",
  path: "/studio/session",
  tags,
  summary:
    "Sign a browser in with a token or a sign-in link. The session is a cookie and ends with the token, at the latest",
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: SignInBody } },
    },
  },
  responses: { 204: { description: "Signed in" }, ...problems(400, 401, 403, 415, 422, 429) },
});

const getRoute = createRoute({
  method: "get",
  path: "/studio/session",
  tags,
  summary: "Show who is signed in",
  security,
  responses: {
    200: { description: "The session", content: { "application/json": { schema: Session } } },
    204: { description: "The browser is not signed in" },
    ...problems(401),
  },
});

const endRoute = createRoute({
  method: "delete",
  path: "/studio/session",
  tags,
  summary: "Sign out",
  security,
  responses: { 204: { description: "Signed out" }, ...problems(403) },
});

const linkRoute = createRoute({
  method: "get",
  path: "/studio/sign-in",
  tags,
  summary: "Sign in with the link that `recado start` prints. It works once, within ten minutes",
  request: { query: z.object({ code: z.string().max(512).default("") }) },
  responses: { 303: { description: "Redirect to the Studio" }, ...problems(422, 429) },
});

interface SessionDoors {
  readonly door: Doorkeeper;
  readonly guard: GuessGuard;
  readonly accessChanges: EventTarget;
}

export function addStudioSessionRoutes(
  app: OpenAPIHono<ServerEnv>,
  {
    signIn,
    accessAdmin,
    signInCodes,
    settings,
    store: { agentConfigs },
  }: Pick<ServerDependencies, "signIn" | "accessAdmin" | "signInCodes" | "settings"> & StorePorts<"agentConfigs">,
  { door, guard, accessChanges }: SessionDoors,
): void {
  app.openapi(openRoute, async (c) => {
    const { token, link } = c.req.valid("json");
    if (link !== undefined) {
      const opened = await guard.find(c, "link", link, () => signIn.openSession({ link }));
      if (opened === null) throw new RecadoError("unauthorized", "The link was used, or is over.");
      giveSessionCookie(c, opened);
      return c.body(null, 204);
    }
    if (token === undefined) throw new Error("the body was checked");
    const principal = await door.principalOf(c, token);
    const shown =
      principal !== null && isInstallation(principal) ? { installationToken: settings.apiToken } : { token };
    const cookie = principal === null ? null : await signIn.openSession(shown);
    if (cookie === null) throw new RecadoError("unauthorized", "The token is wrong.");
    giveSessionCookie(c, cookie);
    return c.body(null, 204);
  });

  app.openapi(getRoute, async (c) => {
    // A page that is opened for the first time asks too, and that is no failure.
    const isStranger = readSessionCookie(c) === undefined && c.req.header("authorization") === undefined;
    if (isStranger) return c.body(null, 204);
    const principal = await door.identify(c);
    const { actor, role, workspaceId, seesSales } = principal;
    c.header("cache-control", "no-store");
    const [workspaces, config] = await Promise.all([
      accessAdmin.workspaces(workspaceId),
      agentConfigs.get(workspaceId),
    ]);
    if (config === null) throw new Error(`workspace ${workspaceId} has no row of settings`);
    const { locale, timeZone } = config;
    const place = { locale, timeZone, currency: currencyOf(locale) };
    const who = { actor, role, isInstallation: isInstallation(principal), seesSales, workspaceId };
    return c.json({ ...who, ...place, workspaces: [...workspaces] }, 200);
  });

  app.openapi(endRoute, async (c) => {
    const cookie = readSessionCookie(c);
    if (cookie !== undefined) await signIn.endSession(cookie);
    accessChanges.dispatchEvent(new Event("changed"));
    dropSessionCookie(c);
    return c.body(null, 204);
  });

  app.openapi(linkRoute, async (c) => {
    // A HEAD request only looks at the link and does not use it up.
    if (c.req.method === "HEAD") return c.redirect("/studio/", 303);
    const { code } = c.req.valid("query");
    const open = async () => {
      const opened = await patiently(() => signIn.openSession({ installationToken: settings.apiToken }));
      if (opened === null) throw new Error("A session of the installation was not opened.");
      return opened;
    };
    const cookie = await guard.find(c, "link", code, () => signInCodes.redeem(code, open));
    if (cookie === null) return c.redirect("/studio/?link=over", 303);
    giveSessionCookie(c, cookie);
    return c.redirect("/studio/", 303);
  });
}

const TRIES = 8;

/** A person has opened a page of the first minute, while examples are made: a busy database is asked again for some seconds. */
async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (thrown) {
      const isBusy = thrown instanceof RecadoError && ["database_unreachable", "overloaded"].includes(thrown.code);
      if (!isBusy || tries === TRIES) throw thrown;
    }
  }
}
