import type { Context, MiddlewareHandler } from "hono";
import { RecadoError } from "../../core/errors.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import { INSTALLATION_IDENTITY, type Principal, SHARED_ACTOR } from "../../core/operations/principal.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { areSecretsEqual } from "./constant-time.ts";
import type { GuessGuard } from "./guess-guard.ts";
import { readSessionCookie } from "./session-cookie.ts";

/** The holder of RECADO_API_TOKEN owns the default workspace and runs the installation. */
const INSTALLATION: Principal = {
  workspaceId: DEFAULT_WORKSPACE,
  identity: INSTALLATION_IDENTITY,
  actor: SHARED_ACTOR,
  role: "owner",
  scopes: null,
  via: "token",
  seesSales: true,
};

const CHANGES_NOTHING = new Set(["GET", "HEAD", "OPTIONS"]);

export interface Doorkeeper {
  /**
   * Refuses a request without a valid token or session, and tells the routes behind who sent it.
   */
  readonly middleware: MiddlewareHandler<ServerEnv>;
  /** Returns null for an unknown token. Throws when too many wrong ones came from this address. */
  principalOf(c: Context<ServerEnv>, token: string): Promise<Principal | null>;
  /** Throws unless the request shows a valid token or session. */
  identify(c: Context<ServerEnv>): Promise<Principal>;
  /**
   * Looks the request's token or session up again, for answers without end. Returns null when
   * neither is valid any longer.
   */
  identifyAgain(c: Context<ServerEnv>): Promise<Principal | null>;
}

export function createDoorkeeper(
  { settings, signIn }: Pick<ServerDependencies, "settings" | "signIn">,
  guard: GuessGuard,
): Doorkeeper {
  const principalOf: Doorkeeper["principalOf"] = (c, token) =>
    guard.find(c, "token", token, async () =>
      guard.isEqual(c, token, settings.apiToken) ? INSTALLATION : signIn.principalOf(token),
    );

  const identify: Doorkeeper["identify"] = async (c) => {
    const header = c.req.header("authorization");
    if (header === undefined) {
      const cookie = readSessionCookie(c);
      const found =
        cookie === undefined
          ? null
          : await guard.find(c, "cookie", cookie, () => signIn.principalOfSession(cookie, settings.apiToken, true));
      if (found === null)
        throw new RecadoError(
          "unauthorized",
          "Send `Authorization: Bearer <token>`: RECADO_API_TOKEN, or one that `recado token create` made.",
        );
      refuseForgery(c);
      return found;
    }
    const given = bearerOf(header);
    if (given === undefined)
      throw new RecadoError(
        "unauthorized",
        "Send `Authorization: Bearer <token>`: RECADO_API_TOKEN, or one that `recado token create` made.",
      );
    const found = await principalOf(c, given);
    if (found === null) throw new RecadoError("unauthorized", "The bearer token is wrong.");
    return found;
  };

  return {
    middleware: async (c, next) => {
      c.set("principal", await identify(c));
      await next();
    },
    principalOf,
    identify,
    async identifyAgain(c) {
      const token = bearerOf(c.req.header("authorization") ?? "");
      if (token !== undefined)
        return areSecretsEqual(token, settings.apiToken) ? INSTALLATION : signIn.principalOf(token);
      const cookie = readSessionCookie(c);
      return cookie === undefined ? null : signIn.principalOfSession(cookie, settings.apiToken, false);
    },
  };
}

function bearerOf(header: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1];
}

/**
 * A browser sends cookies on its own, so they do not prove what the person wanted. Our own header
 * and an `Origin` of this server do: another site's page can send neither.
 */
export function refuseForgery(c: Context<ServerEnv>): void {
  if (CHANGES_NOTHING.has(c.req.method)) return;
  if (c.req.header("x-recado-csrf") !== "1")
    throw new RecadoError(
      "csrf_refused",
      "A browser's request that changes something needs the header `x-recado-csrf: 1`.",
    );
  const origin = c.req.header("origin");
  const host = c.req.header("host") ?? new URL(c.req.url).host;
  if (origin === undefined || !URL.canParse(origin) || new URL(origin).host !== host)
    throw new RecadoError(
      "csrf_refused",
      `The request came from ${JSON.stringify(origin ?? "nowhere")}, and this server is ${JSON.stringify(host)}.`,
    );
}

/** Refuses a forged request before its body is read. */
export const forgeryRefused: MiddlewareHandler<ServerEnv> = async (c, next) => {
  refuseForgery(c);
  await next();
};
