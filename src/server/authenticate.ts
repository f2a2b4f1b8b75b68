import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { RecadoError } from "../core/errors.ts";
import { DEFAULT_WORKSPACE } from "../core/ids.ts";
import { INSTALLATION_IDENTITY, type Principal, SHARED_ACTOR } from "../core/principal.ts";
import { AttemptLimit } from "./attempt-limit.ts";
import { areSecretsEqual } from "./constant-time.ts";
import { FailedSignIns } from "./failed-sign-ins.ts";
import type { ServerEnv } from "./server-env.ts";
import type { ServerParts } from "./server-parts.ts";

export const SESSION_COOKIE = "recado_session";

/** Whoever holds RECADO_API_TOKEN owns the default workspace and runs the installation. */
const INSTALLATION: Principal = {
  workspaceId: DEFAULT_WORKSPACE,
  identity: INSTALLATION_IDENTITY,
  actor: SHARED_ACTOR,
  role: "owner",
  scopes: null,
  via: "token",
};

const CHANGES_NOTHING = new Set(["GET", "HEAD", "OPTIONS"]);

/** Tokens that were good a moment ago go on, whatever others at the same address (a proxy's, say) try meanwhile. */
const REMEMBERED = 1_000;

export interface Doorkeeper {
  /** Lets nobody past who shows nothing that counts, and says to the routes behind who it is. */
  readonly middleware: MiddlewareHandler<ServerEnv>;
  /** Null: nobody has this token. Throws where too many wrong ones came from this address. */
  principalOf(c: Context<ServerEnv>, token: string): Promise<Principal | null>;
  /** Throws unless the request shows a token or a session that counts. */
  identify(c: Context<ServerEnv>): Promise<Principal>;
  /** Who shows what this request has shown, as it counts now: an answer without an end asks again. Null: it opens nothing any more. */
  identifyAgain(c: Context<ServerEnv>): Promise<Principal | null>;
  /** A code or token was wrong, or is about to be looked at. */
  refuseAtLimit(c: Context<ServerEnv>): void;
  countFailure(c: Context<ServerEnv>): void;
}

export function createDoorkeeper({
  settings,
  signIn,
  clock,
  logger,
}: Pick<ServerParts, "settings" | "signIn" | "clock" | "logger">): Doorkeeper {
  const nowMs = () => clock.monotonicMs();
  const limit = new AttemptLimit(nowMs);
  const failures = new FailedSignIns({ signIn, logger, nowMs, key: settings.apiToken });
  const wereGood = new Set<string>();

  const refuseAtLimit: Doorkeeper["refuseAtLimit"] = (c) => {
    if (limit.isReached(addressOf(c)))
      throw new RecadoError("too_many_attempts", "Too many wrong tokens came from this address: wait a minute.");
  };

  const countFailure: Doorkeeper["countFailure"] = (c) => {
    limit.failed(addressOf(c));
    failures.note(addressOf(c));
  };

  const principalOf: Doorkeeper["principalOf"] = async (c, token) => {
    if (areSecretsEqual(token, settings.apiToken)) return INSTALLATION;
    const known = createHash("sha256").update(token).digest("base64");
    if (!wereGood.has(known)) refuseAtLimit(c);
    const principal = await signIn.principalOf(token);
    wereGood.delete(known);
    if (principal === null) {
      countFailure(c);
      return null;
    }
    wereGood.add(known);
    for (const oldest of wereGood) {
      if (wereGood.size <= REMEMBERED) break;
      wereGood.delete(oldest);
    }
    return principal;
  };

  const identify: Doorkeeper["identify"] = async (c) => {
    const header = c.req.header("authorization");
    if (header === undefined) {
      const cookie = getCookie(c, SESSION_COOKIE);
      const found = cookie === undefined ? null : await signIn.principalOfSession(cookie, settings.apiToken, true);
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
    if (found === null) throw new RecadoError("unauthorized", "The bearer token is not the right one.");
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
      const cookie = getCookie(c, SESSION_COOKIE);
      return cookie === undefined ? null : signIn.principalOfSession(cookie, settings.apiToken, false);
    },
    refuseAtLimit,
    countFailure,
  };
}

function bearerOf(header: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1];
}

/**
 * What a browser sends by itself proves nothing about who wanted it. A header of ours and an `Origin` of this very server do:
 * another site's page can send neither.
 */
export function refuseForgery(c: Context<ServerEnv>): void {
  if (CHANGES_NOTHING.has(c.req.method)) return;
  if (c.req.header("x-recado-csrf") !== "1")
    throw new RecadoError(
      "csrf_refused",
      "A request of a browser that changes something needs the header `x-recado-csrf: 1`.",
    );
  const origin = c.req.header("origin");
  const host = c.req.header("host") ?? new URL(c.req.url).host;
  if (origin === undefined || !URL.canParse(origin) || new URL(origin).host !== host)
    throw new RecadoError(
      "csrf_refused",
      `This came from ${JSON.stringify(origin ?? "nowhere")}, and this server is ${JSON.stringify(host)}.`,
    );
}

/** Of the socket: what a proxy says about whom it speaks for, anybody can say. */
function addressOf(c: Context<ServerEnv>): string {
  return c.env?.incoming?.socket.remoteAddress ?? "";
}
