import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { RecadoError } from "../core/errors.ts";
import type { ServerEnv } from "./server-env.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/**
 * No inline script or style runs but those of the built page, named by their hash, so a customer's words can never become
 * one. `blob:` shows a file that was fetched.
 */
const policyFor = (page: string): string =>
  [
    "default-src 'none'",
    `script-src 'self'${hashesOf(page, INLINE_SCRIPT)}`,
    `style-src 'self'${hashesOf(page, INLINE_STYLE)}`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style>([\s\S]*?)<\/style>/g;

function hashesOf(page: string, inline: RegExp): string {
  return [...page.matchAll(inline)]
    .map(([, text = ""]) => ` 'sha256-${createHash("sha256").update(text).digest("base64")}'`)
    .join("");
}

const INDEX = "index.html";

/**
 * These addresses below `/studio/` are doors of the server, not screens of the app. The sign-in without a link is a screen:
 * a redirect to it would cost a slow connection a round trip before anything is painted.
 */
const isDoor = (path: string, url: string) =>
  /^(session|sign-in)(\/|$)/.test(path) && !(path === "sign-in" && new URL(url).search === "");

type Encoding = "br" | "gzip";

interface StudioFile {
  readonly type: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly packed: Readonly<Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>>;
}

/**
 * Serves the built browser app. Files with a hash in their name are cached forever; the page is
 * asked for again each time. An address that is no file is a screen of the app, and gets the page.
 */
export function addStudioRoutes(app: OpenAPIHono<ServerEnv>, folder: string | null = builtStudio()): void {
  let files: ReadonlyMap<string, StudioFile> | null = null;
  let policy = "";
  app.get("/", (c) => c.redirect("/studio/"));
  app.get("/studio", (c) => c.redirect("/studio/"));
  app.get("/studio/*", (c, next) => {
    const path = c.req.path.slice("/studio/".length);
    if (isDoor(path, c.req.url)) return next();
    if (folder === null) throw notBuilt();
    if (files === null) {
      files = readFiles(folder);
      policy = policyFor(new TextDecoder().decode(files.get(INDEX)?.plain));
    }
    const file = files.get(path);
    if (file !== undefined) return answer(c, file, path.startsWith("assets/"), policy);
    const page = files.get(INDEX);
    if (page === undefined) throw notBuilt();
    // An open page may ask for a file of a former build: the answer is 404, not a page.
    if (path.startsWith("assets/")) return next();
    return answer(c, page, false, policy);
  });
}

function answer(c: Context<ServerEnv>, file: StudioFile, isForEver: boolean, policy: string): Response {
  const accepted = c.req.header("accept-encoding") ?? "";
  const encoding = (["br", "gzip"] as const).find((name) => file.packed[name] && accepts(accepted, name));
  const bytes = (encoding === undefined ? undefined : file.packed[encoding]) ?? file.plain;
  return c.body(bytes, 200, {
    "content-type": file.type,
    "cache-control": isForEver ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding",
    ...(encoding === undefined ? {} : { "content-encoding": encoding }),
    "content-security-policy": policy,
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(self), payment=()",
  });
}

/** Browsers send about 20 characters. */
const ACCEPT_ENCODING_LIMIT = 1_024;

function accepts(header: string, encoding: Encoding): boolean {
  if (header.length > ACCEPT_ENCODING_LIMIT) return false;
  return header.split(",").some((one) => {
    const [name = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => isRefusal(parameter));
  });
}

/** `q=0`, `q=0.000`: the client refuses this encoding. */
function isRefusal(parameter: string): boolean {
  const [name = "", weight = ""] = parameter.split("=").map((part) => part.trim());
  return name === "q" && Number(weight) === 0;
}

/** Reads all files once, so that a caller's path never reaches the disk. */
function readFiles(folder: string): ReadonlyMap<string, StudioFile> {
  const read = (path: string) => (existsSync(path) ? new Uint8Array(readFileSync(path)) : undefined);
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const type = TYPES[extname(entry.name)];
      const path = join(entry.parentPath, entry.name);
      const plain = type === undefined || !entry.isFile() ? undefined : read(path);
      if (type === undefined || plain === undefined) return [];
      const [br, gzip] = [read(`${path}.br`), read(`${path}.gz`)];
      const packed = { ...(br === undefined ? {} : { br }), ...(gzip === undefined ? {} : { gzip }) };
      return [[relative(folder, path).split(sep).join("/"), { type, plain, packed }] as const];
    }),
  );
}

/**
 * The folder beside the compiled server. A server that runs from its sources takes the folder of
 * the last build.
 */
function builtStudio(): string | null {
  const places = [new URL("../studio/", import.meta.url), new URL("../../dist/studio/", import.meta.url)];
  return places.map((place) => fileURLToPath(place)).find((place) => existsSync(join(place, INDEX))) ?? null;
}

function notBuilt(): RecadoError {
  return new RecadoError("not_found", "The Studio is not built here: run `npm run build` in the project.");
}
