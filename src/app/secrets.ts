import { randomBytes } from "node:crypto";
import { chownSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { RecadoError } from "../core/errors.ts";

const Secrets = z.object({
  apiToken: z.string().check(z.minLength(16)),
  appSecret: z.string().check(z.minLength(16)),
  verifyToken: z.string().check(z.minLength(16)),
  simulatorToken: z.string().check(z.minLength(16)),
});

/**
 * Secrets that the environment does not set and that need no choice: made once for a data
 * directory, then kept.
 */
export type Secrets = z.infer<typeof Secrets>;

const FILE = "secrets.json";

/** The secrets of a data directory; null when none were made yet. Changes nothing. */
export function readSecrets(dataDir: string): Secrets | null {
  const path = join(dataDir, FILE);
  const text = readText(path);
  if (text === null) return null;
  const parsed = Secrets.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new RecadoError(
    "data_dir_unusable",
    `${path} does not hold the secrets that Recado wrote there: delete it to have new ones made (programs that use the old API token then need the new one).`,
  );
}

/** The secrets of a data directory, made if there are none; `isNew` then, so that the token is shown once. */
export function openSecrets(dataDir: string): { secrets: Secrets; isNew: boolean } {
  const known = readSecrets(dataDir);
  if (known !== null) return { secrets: known, isNew: false };
  const made: Secrets = {
    apiToken: `recado_${randomBytes(24).toString("base64url")}`,
    appSecret: randomBytes(24).toString("hex"),
    verifyToken: randomBytes(16).toString("hex"),
    simulatorToken: `sim_${randomBytes(24).toString("base64url")}`,
  };
  if (writeOnce(dataDir, `${JSON.stringify(made, null, 2)}\n`)) return { secrets: made, isNew: true };
  const others = readSecrets(dataDir);
  if (others === null) throw new Error(`${join(dataDir, FILE)} existed a moment ago and is gone.`);
  return { secrets: others, isNew: false };
}

/**
 * Writes the file whole or not at all, and never over another: two processes that start together agree on the one
 * whose link came first, and a crash half-way leaves no half file under the name.
 */
function writeOnce(dataDir: string, text: string): boolean {
  const path = join(dataDir, FILE);
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
    try {
      giveToOwnerOf(dataDir, draft);
      linkSync(draft, path);
      return true;
    } finally {
      rmSync(draft);
    }
  } catch (thrown) {
    if (codeOf(thrown) === "EEXIST" && existsSync(path)) return false;
    throw new RecadoError(
      "data_dir_unusable",
      `${dataDir} cannot be written (${codeOf(thrown) ?? "unknown error"}): set RECADO_DATA_DIR to a directory that this user may write.`,
      thrown,
    );
  }
}

/**
 * A file that root makes in a user's directory belongs to the user, who can continue without root.
 */
function giveToOwnerOf(dataDir: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  if (uid !== 0) chownSync(path, uid, gid);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT" || codeOf(thrown) === "ENOTDIR") return null;
    throw new RecadoError(
      "data_dir_unusable",
      `${path} cannot be read (${codeOf(thrown) ?? "unknown error"}): run as the user who owns it.`,
      thrown,
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller says what is wrong with the file, whatever it is.
    return null;
  }
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : undefined;
}
