import { accessSync, constants, existsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { openAgents } from "../app/agents/open-agents.ts";
import { type Config, serverUrl } from "../app/config.ts";
import { createLogger } from "../app/log.ts";
import { applicationName } from "../app/open-database.ts";
import { readSecrets } from "../app/secrets.ts";
import { errorText, RecadoError } from "../core/errors.ts";
import { createOpenaiTranscriber } from "../models/openai-transcriber.ts";
import { findPackagedBinaries } from "../postgres/embedded/binaries.ts";
import { openEmbedded } from "../postgres/embedded/open-embedded.ts";
import { hasDatabase } from "../postgres/embedded/placement.ts";
import { openPostgres } from "../postgres/open-postgres.ts";

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** The finding; with `ok` false also the way out. */
  readonly detail: string;
}

const OLDEST_NODE = [20, 20] as const;

export function checkNode(version: string = process.versions.node): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const ok = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  const detail = ok ? `Node ${version}` : `Node ${version} is too old: install ${OLDEST_NODE.join(".")} or newer.`;
  return { name: "node", ok, detail };
}

export function checkDataDir({ dataDir }: Config): Check {
  const name = "data dir";
  const nearest = nearestThatExists(dataDir);
  try {
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!statSync(nearest).isDirectory())
      return { name, ok: false, detail: `${nearest} is not a directory: set RECADO_DATA_DIR to one.` };
  } catch {
    return {
      name,
      ok: false,
      detail: `${nearest} cannot be written by this user: set RECADO_DATA_DIR to a directory that can.`,
    };
  }
  return { name, ok: true, detail: nearest === dataDir ? dataDir : `${dataDir}, made at the first start` };
}

/** `models`: those that the agents ask for by name. */
export async function checkAgents({ agents }: Config): Promise<{ check: Check; models: readonly string[] }> {
  const name = "agent";
  try {
    const { registry, defaultId, leftOut } = await openAgents(agents);
    const models = registry.ids.flatMap((id) => registry.get(id)?.models ?? []);
    if (leftOut.length > 0) return { check: { name, ok: false, detail: leftOut.join("\n") }, models };
    const detail = `${defaultId}, version ${registry.get(defaultId)?.version}`;
    return { check: { name, ok: true, detail }, models };
  } catch (thrown) {
    return { check: { name, ok: false, detail: errorText(thrown) }, models: [] };
  }
}

export async function checkDatabase(config: Config): Promise<Check> {
  const name = "database";
  try {
    if (config.databaseUrl === null) {
      const { version } = findPackagedBinaries();
      if (hasDatabase(config.dataDir)) await checkEmbedded(config.dataDir);
      return { name, ok: true, detail: `embedded PostgreSQL ${version}; it starts, and is migrated, with Recado` };
    }
    const logger = createLogger({ level: "silent", style: "json", secrets: [] });
    const postgres = await openPostgres({
      url: config.databaseUrl,
      logger,
      applicationName: applicationName("doctor"),
    });
    try {
      await postgres.requireMigrated();
      const warning = await postgres.checkRole();
      if (warning !== null) return { name, ok: false, detail: warning };
      return { name, ok: true, detail: `PostgreSQL ${postgres.version}, migrated; bound by row security` };
    } finally {
      await postgres.close();
    }
  } catch (thrown) {
    if (thrown instanceof RecadoError) return { name, ok: false, detail: thrown.message };
    throw thrown;
  }
}

/** Starts or joins the server of the data folder. Throws what a start would be refused for. */
async function checkEmbedded(dataDir: string): Promise<void> {
  const logger = createLogger({ level: "silent", style: "json", secrets: [] });
  const server = await openEmbedded({ dataDir, access: "shared", logger });
  try {
    const postgres = await openPostgres({ url: server.ownerUrl, logger, applicationName: applicationName("doctor") });
    try {
      await postgres.requireMigrated();
    } finally {
      await postgres.close();
    }
  } catch (thrown) {
    // The next start migrates it.
    if (!(thrown instanceof RecadoError) || thrown.code !== "database_not_migrated") throw thrown;
  } finally {
    await server.close();
  }
}

export async function checkPort(config: Config): Promise<Check> {
  const name = "port";
  if (config.port === 0) return { name, ok: true, detail: "any free one" };
  const failure = await tryToListen(config.host, config.port);
  const place = `${config.host}:${config.port}`;
  if (failure === null) return { name, ok: true, detail: `${place} is free` };
  if (failure === "EADDRINUSE" && (await isRecado(serverUrl(config)))) {
    return { name, ok: true, detail: `Recado is running at ${serverUrl(config)}` };
  }
  const what = failure === "EADDRINUSE" ? "is in use by another program" : `cannot be opened (${failure})`;
  return { name, ok: false, detail: `${place} ${what}: stop that program, or set PORT (and HOST) to another place.` };
}

export function checkSecrets(config: Config): Check {
  const name = "secrets";
  try {
    if (readSecrets(config.dataDir) === null) return { name, ok: true, detail: "made at the first start" };
  } catch (thrown) {
    if (thrown instanceof RecadoError) return { name, ok: false, detail: thrown.message };
    throw thrown;
  }
  const path = join(config.dataDir, "secrets.json");
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return { name, ok: true, detail: path };
  return { name, ok: false, detail: `${path} can be read by others (mode ${mode.toString(8)}): chmod 600 it.` };
}

export function checkChannel({ channel }: Config): Check {
  const name = "channel";
  switch (channel.kind) {
    case "meta":
      return {
        name,
        ok: true,
        detail: `WhatsApp Cloud API${channel.apiUrl === null ? "" : ` at ${channel.apiUrl}`}, ${channel.appSecrets.length} app secret(s)`,
      };
    case "fake_api":
      return { name, ok: true, detail: `the Cloud API at ${channel.apiUrl}, without a token` };
    case "simulator":
      return { name, ok: true, detail: "simulator; set WHATSAPP_ACCESS_TOKEN for WhatsApp itself" };
  }
}

/** Asks the endpoint to listen to a second of silence: what it makes of it does not matter, that it answers does. */
export async function checkTranscription({ transcription }: Config): Promise<Check> {
  const name = "voice notes";
  if (transcription === null) {
    return { name, ok: true, detail: "not listened to; set RECADO_TRANSCRIPTION_API_KEY or RECADO_TRANSCRIPTION_URL" };
  }
  const where = `${transcription.model} at ${new URL(transcription.url).host}`;
  const note = { bytes: secondOfSilence(), mimeType: "audio/wav", language: "es" } as const;
  const transcriber = createOpenaiTranscriber({ ...transcription, timeoutMs: 10_000 });
  const heard = await transcriber.transcribe(note, new AbortController().signal);
  if (heard.kind !== "failed") return { name, ok: true, detail: `${where} answers` };
  const { code, kind } = heard.failure;
  const wayOut = {
    retry_later: "look whether it is there, and try again",
    spend: "its quota or credit is used up: pay, or take another",
  }[kind as string];
  return {
    name,
    ok: false,
    detail: `${where} refuses (${code}): ${wayOut ?? "check RECADO_TRANSCRIPTION_URL, …_API_KEY and …_MODEL"}.`,
  };
}

/** A WAV file: 16,000 samples of 16 bits, all zero. */
function secondOfSilence(): Buffer {
  const samples = 16_000;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(1, 22); // mono
  wav.writeUInt32LE(samples, 24);
  wav.writeUInt32LE(samples * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(samples * 2, 40);
  return wav;
}

function nearestThatExists(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestThatExists(dirname(path));
}

/** The error code, or null when the port could be opened; it is closed again at once. */
function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? errorText(error)));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

async function isRecado(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(1_000), redirect: "error" });
    return response.ok && (await response.text()).includes('"ok"');
  } catch {
    // Another program listens there.
    return false;
  }
}
