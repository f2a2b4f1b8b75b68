import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { SESSION_TIMES } from "../../core/operations/principal.ts";
import type { ServerEnv } from "../server-env.ts";

export const SESSION_COOKIE = "recado_session";

/**
 * The name behind HTTPS is `__Host-recado_session`. A browser takes such a cookie from this host
 * alone, so that a page of another port or a subdomain cannot replace it.
 */
export function readSessionCookie(c: Context<ServerEnv>): string | undefined {
  return isEncrypted(c) ? getCookie(c, SESSION_COOKIE, "host") : getCookie(c, SESSION_COOKIE);
}

export function giveSessionCookie(c: Context<ServerEnv>, cookie: string): void {
  setCookie(c, SESSION_COOKIE, cookie, {
    httpOnly: true,
    sameSite: "Strict",
    path: "/",
    maxAge: SESSION_TIMES.absoluteMs / 1_000,
    ...(isEncrypted(c) ? { prefix: "host", secure: true } : { secure: false }),
  });
  c.header("cache-control", "no-store");
}

export function dropSessionCookie(c: Context<ServerEnv>): void {
  deleteCookie(c, SESSION_COOKIE, { path: "/", ...(isEncrypted(c) ? { prefix: "host", secure: true } : {}) });
}

/**
 * Trusts the proxy's word. A caller who claims HTTPS on a plain connection gets a cookie that the
 * browser does not send back.
 */
function isEncrypted(c: Context<ServerEnv>): boolean {
  return c.req.header("x-forwarded-proto") === "https" || new URL(c.req.url).protocol === "https:";
}
