import { isIP } from "node:net";
import { resolve } from "node:path";
import { type Environment, readVariable } from "../core/environment.ts";
import { RecadoError } from "../core/errors.ts";
import { nearestName } from "../core/nearest-name.ts";
import { NUMBER_MESSAGES_PER_SECOND } from "../core/outbound/pacing.ts";
import { TIMER_PRESETS, type TimerPreset } from "../core/time/timer-policy.ts";
import { isNetwork } from "../server/client-address.ts";
import { ASSISTANT_NAMES } from "./agents/equip-assistant.ts";
import { isModulePath } from "./agents/load-agent-module.ts";
import type { NamedAgents } from "./agents/open-agents.ts";
import {
  type Engine,
  idleModelNames,
  MODEL_NAMES,
  type ModelConfig,
  readEngine,
  readModelConfig,
} from "./model-config.ts";
import { canBeAsked, MODEL_SERVER_NAMES, type ModelServer, readModelServer } from "./model-server.ts";
import { address, badValue, oneOf, wholeNumber } from "./read-variable.ts";

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const RESPONSE_SPEEDS = ["1", "0.2", "0"] as const;

/** Every variable of ours by name; another `RECADO_…` is most likely a slip. */
export const KNOWN_NAMES = [
  "RECADO_AGENT",
  "RECADO_ALERT_WEBHOOK_SECRET",
  "RECADO_ALERT_WEBHOOK_URL",
  "RECADO_API_TOKEN",
  "RECADO_AUDIT_PERCENT",
  "RECADO_COALESCE_MS",
  "RECADO_LEARNING_DAYS",
  "RECADO_LEASE_MS",
  "RECADO_DATA_DIR",
  "RECADO_DEVELOPER_SHELL",
  "RECADO_MEDIA_KEEP_DAYS",
  "RECADO_METRICS_PORT",
  "RECADO_MEDIA_MAX_MB",
  "RECADO_ENGINE",
  "RECADO_FEED_PRIVATE",
  ...ASSISTANT_NAMES,
  ...MODEL_NAMES,
  ...MODEL_SERVER_NAMES,
  "RECADO_PUBLIC_URL",
  "RECADO_RESPONSE_SPEED",
  "RECADO_TIMER_PRESET",
  "RECADO_TRUSTED_PROXIES",
  "RECADO_TRANSCRIPTION_API_KEY",
  "RECADO_TRANSCRIPTION_MODEL",
  "RECADO_TRANSCRIPTION_URL",
] as const;

/**
 * Where replies go. The secrets that sign and verify webhooks may be null outside `meta`: they are
 * then generated.
 */
export type ChannelConfig =
  | {
      readonly kind: "meta";
      readonly accessToken: string;
      /** null: the Graph API itself. */
      readonly apiUrl: string | null;
      readonly appSecrets: readonly string[];
      readonly verifyToken: string;
    }
  /** A fake of the Cloud API: sends go to it without a token. */
  | {
      readonly kind: "fake_api";
      readonly apiUrl: string;
      readonly appSecrets: readonly string[] | null;
      readonly verifyToken: string | null;
    }
  /** Our own, inside this process. */
  | {
      readonly kind: "simulator";
      readonly appSecrets: readonly string[] | null;
      readonly verifyToken: string | null;
    };

export interface TranscriptionConfig {
  readonly url: string;
  /** null for a server of your own that needs none. */
  readonly apiKey: string | null;
  readonly model: string;
}

/** The address of alerts besides the log, chosen by the operator. */
export interface AlertWebhookConfig {
  readonly url: string;
  /** The secret that signs each body; null: unsigned. */
  readonly secret: string | null;
}

export interface Config {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Where a worker without a server shows its metrics; null: nowhere. */
  readonly metricsPort: number | null;
  /** Absolute. */
  readonly dataDir: string;
  /** Proxies that say truly whom they speak for (`x-forwarded-for`): addresses and networks. */
  readonly trustedProxies: readonly string[];
  /** null: the embedded database in the data directory. */
  readonly databaseUrl: string | null;
  /** null: generated into the data directory. */
  readonly apiToken: string | null;
  readonly channel: ChannelConfig;
  readonly modelServer: ModelServer;
  readonly engine: Engine;
  /** Asked where the engine is `cascade`. */
  readonly models: ModelConfig;
  /** The transcription service; null: none, and customers are asked to write. */
  readonly transcription: TranscriptionConfig | null;
  /**
   * Ids of shipped agents, and absolute paths of modules. The first agent of the first one answers a
   * number that is seen for the first time.
   */
  readonly agents: NamedAgents;
  /**
   * Factor on the typing delays: 1 human, 0.2 quick, 0 none. By default 1 for Meta's own API, and 0 for the simulator or a fake
   * of it: who tries things out is answered at once.
   */
  readonly responseSpeed: number;
  /**
   * Messages a second from one business number, by one process. Default: Meta's own limit for
   * Meta's own API; null for the simulator or a fake, which answer as fast as they can.
   */
  readonly messagesPerSecond: number | null;
  /** How long a session waits at each level (requirement A31). */
  readonly timerPreset: TimerPreset;
  readonly logLevel: LogLevel;
  /** How long the files of customers are kept. */
  readonly mediaKeepDays: number;
  /** The largest file of a customer that is kept. */
  readonly mediaMaxBytes: number;
  /** How long a run waits for the rest of a burst. */
  readonly coalesceMs: number;
  /** How long a conversation stays with a worker that gives no sign; renewed while it works. */
  readonly leaseMs: number;
  /** The share of the messages answered without a model that is audited afterwards. */
  readonly auditPercent: number;
  /** How long what was understood is kept to be learnt from. */
  readonly learningDays: number;
  /** null: alerts go only to the log and the list. */
  readonly alertWebhook: AlertWebhookConfig | null;
  /** Whether the event feed may be posted to hosts of a private network. */
  readonly feedMayBePrivate: boolean;
  /** Whether the operator has a shell; never where messages come from WhatsApp. */
  readonly hasDeveloperShell: boolean;
  /** Where people reach this server, for links; null: at HOST and PORT. */
  readonly publicUrl: string | null;
  /** Sentences for the person who starts the program. */
  readonly warnings: readonly string[];
}

/** A shorter token can be guessed by trying. */
const MIN_TOKEN_LENGTH = 24;

/** Reads the environment; the first value that cannot be meant as it stands is a `bad_environment`. Pure. */
export function readConfig(env: Environment, { agentIds, cwd }: { agentIds: readonly string[]; cwd: string }): Config {
  const channel = readChannel(env);
  const modelServer = readModelServer(env);
  const host = readVariable(env, "HOST") ?? "127.0.0.1";
  const engine = readEngine(env, canBeAsked(modelServer));
  return {
    host,
    trustedProxies: readTrustedProxies(env),
    port: wholeNumber(env, "PORT", { least: 0, most: 65_535, fallback: 4600 }),
    metricsPort:
      readVariable(env, "RECADO_METRICS_PORT") === null
        ? null
        : wholeNumber(env, "RECADO_METRICS_PORT", { least: 1, most: 65_535, fallback: 4601 }),
    dataDir: resolve(cwd, readVariable(env, "RECADO_DATA_DIR") ?? ".recado"),
    databaseUrl: address(env, "DATABASE_URL", ["postgres:", "postgresql:"], "unset it for the embedded database"),
    apiToken: readApiToken(env, { isReachable: !isLoopback(host), isRealCustomers: isRealCustomers(channel) }),
    channel,
    modelServer,
    engine,
    models: readModelConfig(env, cwd, { needsNames: engine === "cascade" && modelServer.api === "chat_completions" }),
    transcription: readTranscription(env),
    agents: readAgents(env, agentIds, cwd),
    responseSpeed: Number(oneOf(env, "RECADO_RESPONSE_SPEED", RESPONSE_SPEEDS, isRealCustomers(channel) ? "1" : "0")),
    messagesPerSecond: messagesPerSecond(env, channel),
    timerPreset: oneOf(env, "RECADO_TIMER_PRESET", TIMER_PRESETS, "real"),
    logLevel: oneOf(env, "LOG_LEVEL", LOG_LEVELS, "info"),
    leaseMs: wholeNumber(env, "RECADO_LEASE_MS", { least: 1_000, most: 600_000, fallback: 30_000 }),
    mediaKeepDays: wholeNumber(env, "RECADO_MEDIA_KEEP_DAYS", { least: 1, most: 3_650, fallback: 90 }),
    mediaMaxBytes: wholeNumber(env, "RECADO_MEDIA_MAX_MB", { least: 1, most: 100, fallback: 25 }) * 1_000_000,
    coalesceMs: wholeNumber(env, "RECADO_COALESCE_MS", {
      least: 0,
      most: 10_000,
      // People write in bursts; a program on the simulator does not, and waits for nothing.
      fallback: engine === "cascade" || isRealCustomers(channel) ? 1_000 : 0,
    }),
    auditPercent: wholeNumber(env, "RECADO_AUDIT_PERCENT", { least: 0, most: 100, fallback: 3 }),
    learningDays: wholeNumber(env, "RECADO_LEARNING_DAYS", { least: 1, most: 3_650, fallback: 90 }),
    alertWebhook: readAlertWebhook(env),
    hasDeveloperShell: readDeveloperShell(env, channel),
    feedMayBePrivate: oneOf(env, "RECADO_FEED_PRIVATE", ["yes", "no"], "no") === "yes",
    publicUrl: address(env, "RECADO_PUBLIC_URL", ["https:", "http:"], "unset it for HOST and PORT"),
    warnings: [...unknownNames(env), ...weakToken(env), ...(engine === "local" ? idleModelNames(env) : [])],
  };
}

function readAgents(env: Environment, agentIds: readonly string[], cwd: string): NamedAgents {
  const fallback = agentIds[0] ?? "somnio";
  const given = readVariable(env, "RECADO_AGENT") ?? fallback;
  const named = given.split(",").map((part) => {
    const name = part.trim();
    if (agentIds.includes(name)) return name;
    if (isModulePath(name)) return resolve(cwd, name);
    const what = `one of ${agentIds.join(", ")}, or the path of a file that exports an agent (./${name || "shop"}.js),`;
    throw badValue("RECADO_AGENT", name, what, `unset it for ${fallback}`);
  });
  const [first = fallback, ...others] = named;
  return [first, ...others];
}

const TRANSCRIPTION_URL = "https://api.openai.com";
const TRANSCRIPTION_MODEL = "whisper-1";

/** A key alone means the usual service; an address alone means a server of your own. */
function readTranscription(env: Environment): TranscriptionConfig | null {
  const wayOut =
    "unset it for https://api.openai.com (with RECADO_TRANSCRIPTION_API_KEY), or to listen to no voice notes";
  const url = address(env, "RECADO_TRANSCRIPTION_URL", ["https:", "http:"], wayOut);
  const apiKey = readVariable(env, "RECADO_TRANSCRIPTION_API_KEY");
  const model = readVariable(env, "RECADO_TRANSCRIPTION_MODEL");
  if (url !== null || apiKey !== null) {
    return { url: url ?? TRANSCRIPTION_URL, apiKey, model: model ?? TRANSCRIPTION_MODEL };
  }
  if (model === null) return null;
  throw new RecadoError(
    "bad_environment",
    "RECADO_TRANSCRIPTION_MODEL is set, but no transcription service is: set RECADO_TRANSCRIPTION_API_KEY or RECADO_TRANSCRIPTION_URL too, or unset it to listen to no voice notes.",
  );
}

function readAlertWebhook(env: Environment): AlertWebhookConfig | null {
  const wayOut = "unset it for the log and the list alone";
  const url = address(env, "RECADO_ALERT_WEBHOOK_URL", ["https:", "http:"], wayOut);
  const secret = readVariable(env, "RECADO_ALERT_WEBHOOK_SECRET");
  if (url !== null) return { url, secret };
  if (secret === null) return null;
  throw new RecadoError(
    "bad_environment",
    "RECADO_ALERT_WEBHOOK_SECRET is set, and there is no address whose posts it would sign: set RECADO_ALERT_WEBHOOK_URL too, or unset it.",
  );
}

/** Behind a phone number a shell would be remote execution for each person who gets hold of that number. */
function readDeveloperShell(env: Environment, channel: ChannelConfig): boolean {
  const isWanted = oneOf(env, "RECADO_DEVELOPER_SHELL", ["yes", "no"], "no") === "yes";
  if (!isWanted || channel.kind === "simulator") return isWanted;
  throw new RecadoError(
    "bad_environment",
    "RECADO_DEVELOPER_SHELL is yes, and messages come from WhatsApp: a shell is only for the simulator; unset it, or unset WHATSAPP_ACCESS_TOKEN and WHATSAPP_API_URL.",
  );
}

/** Meta's own API, and no fake of it. */
export function isRealCustomers(channel: ChannelConfig): boolean {
  return channel.kind === "meta" && channel.apiUrl === null;
}

/** 80 by default, 1000 for a number that Meta has raised, 20 for one that a phone app shares. */
function messagesPerSecond(env: Environment, channel: ChannelConfig): number | null {
  const name = "WHATSAPP_MESSAGES_PER_SECOND";
  if (readVariable(env, name) === null && !isRealCustomers(channel)) return null;
  return wholeNumber(env, name, { least: 1, most: 1_000, fallback: NUMBER_MESSAGES_PER_SECOND });
}

function weakToken(env: Environment): string[] {
  const length = readVariable(env, "RECADO_API_TOKEN")?.length ?? MIN_TOKEN_LENGTH;
  if (length >= MIN_TOKEN_LENGTH) return [];
  return [
    `RECADO_API_TOKEN has ${length} characters, and ${MIN_TOKEN_LENGTH} or more are hard to guess: unset it to have one generated.`,
  ];
}

function readTrustedProxies(env: Environment): string[] {
  const value = readVariable(env, "RECADO_TRUSTED_PROXIES");
  if (value === null) return [];
  const proxies = value.split(",").map((proxy) => proxy.trim());
  const wrong = proxies.find((proxy) => !isNetwork(proxy));
  if (wrong === undefined) return proxies;
  const what = "addresses and networks separated by commas, such as 10.0.0.7,fd00::/8,";
  throw badValue("RECADO_TRUSTED_PROXIES", wrong, what, "unset it where callers reach this server without a proxy");
}

/** Whether only this machine can open it. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

function readApiToken(
  env: Environment,
  { isReachable, isRealCustomers }: { isReachable: boolean; isRealCustomers: boolean },
): string | null {
  const token = readVariable(env, "RECADO_API_TOKEN");
  if (token === null) return null;
  if (token.length < MIN_TOKEN_LENGTH && (isReachable || isRealCustomers)) {
    const why = isReachable ? "HOST lets other machines in" : "WHATSAPP_ACCESS_TOKEN answers real customers";
    throw new RecadoError(
      "bad_environment",
      `RECADO_API_TOKEN has ${token.length} characters, and ${why}: ${MIN_TOKEN_LENGTH} or more are needed; unset it to have one generated.`,
    );
  }
  // It travels in a header, where anything else would be cut or refused on the way.
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new RecadoError(
    "bad_environment",
    "RECADO_API_TOKEN holds a space or a character outside ASCII: plain visible characters are needed; unset it to have one generated.",
  );
}

function readChannel(env: Environment): ChannelConfig {
  const accessToken = readVariable(env, "WHATSAPP_ACCESS_TOKEN");
  const apiUrl = address(
    env,
    "WHATSAPP_API_URL",
    ["https:", "http:"],
    "unset it for the Graph API (or, without WHATSAPP_ACCESS_TOKEN, for the simulator)",
  );
  const appSecrets = readAppSecrets(env);
  const verifyToken = readVariable(env, "WHATSAPP_VERIFY_TOKEN");
  if (accessToken === null) {
    return apiUrl === null
      ? { kind: "simulator", appSecrets, verifyToken }
      : { kind: "fake_api", apiUrl, appSecrets, verifyToken };
  }
  if (appSecrets === null)
    throw missing("WHATSAPP_APP_SECRET", "the app secret of your Meta app, with which it signs webhooks");
  if (verifyToken === null)
    throw missing(
      "WHATSAPP_VERIFY_TOKEN",
      "a word of your choice that you also give to Meta beside the webhook address",
    );
  return { kind: "meta", accessToken, apiUrl, appSecrets, verifyToken };
}

function readAppSecrets(env: Environment): string[] | null {
  const value = readVariable(env, "WHATSAPP_APP_SECRET");
  if (value === null) return null;
  const secrets = value.split(",").map((secret) => secret.trim());
  if (secrets.every((secret) => secret !== "")) return secrets;
  throw new RecadoError(
    "bad_environment",
    `WHATSAPP_APP_SECRET is a list of ${secrets.length} with an empty place: secrets separated by single commas are needed; remove the comma that has nothing beside it.`,
  );
}

function missing(name: string, what: string): RecadoError {
  return new RecadoError(
    "bad_environment",
    `${name} is not set, and WHATSAPP_ACCESS_TOKEN is: set it to ${what}, or unset WHATSAPP_ACCESS_TOKEN to run with the simulator.`,
  );
}

function unknownNames(env: Environment): string[] {
  const known: readonly string[] = KNOWN_NAMES;
  return Object.keys(env)
    .filter((name) => name.startsWith("RECADO_") && !known.includes(name))
    .map((name) => `${name} is not a variable of Recado and does nothing; the nearest is ${nearestName(name, known)}.`);
}

/** The default where `badValue` is not needed: a URL of the running server, for commands that speak to it. */
export function serverUrl(config: Pick<Config, "host" | "port">): string {
  if (config.port === 0)
    throw badValue("PORT", "0", "the number of the port that the server listens on", "unset it for 4600");
  const host = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
  return `http://${host.includes(":") ? `[${host}]` : host}:${config.port}`;
}
