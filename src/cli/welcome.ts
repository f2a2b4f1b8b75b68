import { join, relative } from "node:path";
import { isModulePath } from "../app/agents/load-agent-module.ts";
import type { NamedAgents } from "../app/agents/open-agents.ts";
import type { App } from "../app/app.ts";
import { type Config, readConfig, serverUrl } from "../app/config.ts";

interface Opening {
  readonly app: Pick<App, "address" | "agentId" | "database" | "locks">;
  readonly config: Config;
  readonly tookMs: number;
  /** Signs in to the Studio once. */
  readonly signInCode: string;
  readonly argv: readonly string[];
  /**
   * A terminal has a reader and keeps nothing; a log that collects our output would keep a token
   * for good.
   */
  readonly isTerminal: boolean;
}

/** The words of an app that has just opened, with a code that signs in once. `startedMs`: of `performance.now()`. */
export function greet(app: App, config: Config, startedMs: number): string {
  return welcome({
    app,
    config,
    tookMs: performance.now() - startedMs,
    argv: process.argv,
    signInCode: app.signInCodes.issue(),
    isTerminal: process.stdout.isTTY === true,
  });
}

/** The first facts about an open shop: where, with what, and what to do next. */
export function welcome({ app, config, tookMs, argv, signInCode, isTerminal }: Opening): string {
  const { address, locks } = app;
  const secretsFile = near(join(config.dataDir, "secrets.json"));
  const rows: [string, string][] = [
    ["Studio", `${address}/studio/sign-in?code=${signInCode}`],
    ["", `signs you in once, within ten minutes; later ${address}/studio/ with the API token`],
    ["agent", agentText(app.agentId, config.agents)],
    ["database", describeDatabase(app, config)],
    ["channel", describeChannel(config)],
    ["webhook", `${address}/api/whatsapp/webhook`],
    [
      "",
      config.channel.verifyToken === null ? `verify token in ${secretsFile}` : "verify token: WHATSAPP_VERIFY_TOKEN",
    ],
    ...apiTokenRows(config, locks, secretsFile, isTerminal),
  ];
  return [
    "",
    `Recado is open at ${address}  (${seconds(tookMs)})`,
    "",
    ...rows.map(([name, value]) => `  ${name.padEnd(10)} ${value}`),
    "",
    ...next(app, config, argv),
    "",
  ].join("\n");
}

function agentText(answering: string, named: NamedAgents): string {
  const files = named.filter(isModulePath).map(near);
  return files.length === 0 ? answering : `${answering}, from ${files.join(", ")}`;
}

/** The token itself once, on a terminal, when it was made; its place always, because a first start may have failed after making it. */
function apiTokenRows(
  { apiToken }: Config,
  locks: Opening["app"]["locks"],
  file: string,
  isTerminal: boolean,
): [string, string][] {
  if (apiToken !== null) return [["API token", "RECADO_API_TOKEN"]];
  if (!locks.isApiTokenNew || !isTerminal) return [["API token", `in ${file}`]];
  return [
    ["API token", locks.apiToken],
    ["", `shown this once; it stands in ${file}`],
  ];
}

function describeDatabase({ database }: Opening["app"], config: Config): string {
  const { kind, how, version, tookMs, applied } = database;
  const what =
    kind === "embedded"
      ? `embedded PostgreSQL ${version} in ${near(config.dataDir)}`
      : `PostgreSQL ${version} of DATABASE_URL`;
  return `${what}, ${how ?? "ready"} in ${seconds(tookMs)}${describeUpgrade(applied)}`;
}

/** An older database that has been changed. The migrations of a new one are of no interest. */
function describeUpgrade(applied: readonly string[]): string {
  const [first] = applied;
  if (first === undefined || first.startsWith("0001_")) return "";
  return `; upgraded by ${applied.length} ${applied.length === 1 ? "migration" : "migrations"}, to ${applied.at(-1)}`;
}

function describeChannel({ channel }: Config): string {
  switch (channel.kind) {
    case "meta":
      return "WhatsApp Cloud API";
    case "fake_api":
      return `the Cloud API at ${new URL(channel.apiUrl).host}, without a token`;
    case "simulator":
      return "simulator: nothing leaves this machine";
  }
}

function next(app: Opening["app"], config: Config, argv: readonly string[]): string[] {
  if (config.channel.kind !== "simulator") {
    return ["Next: give Meta the webhook's public address and the verify token, and subscribe to `messages`."];
  }
  const words = [...ownPlace(config, app), ownCommand(argv), "chat"];
  return ["Next: talk to it as a customer, in another terminal:", `  ${words.join(" ")}`];
}

/**
 * The options that the next command needs to find this server: none when it is in the usual place.
 */
function ownPlace(config: Config, app: Opening["app"]): string[] {
  const { address } = app;
  const usual = readConfig({}, { agentIds: [app.agentId], cwd: process.cwd() });
  const port = address === null ? config.port : Number(new URL(address).port || 80);
  return [
    ...(port === usual.port ? [] : [`PORT=${port}`]),
    ...(serverUrl({ ...config, port }) === serverUrl({ ...usual, port }) ? [] : [`HOST=${config.host}`]),
    ...(config.dataDir === usual.dataDir ? [] : [`RECADO_DATA_DIR=${quoted(config.dataDir)}`]),
  ];
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** How this person calls us: a clone has no `recado` on the path. */
function ownCommand(argv: readonly string[]): string {
  const script = argv[1] ?? "";
  return script.endsWith("recado.js") && !script.includes("node_modules") ? `node ${near(script)}` : "npx recado";
}

function near(path: string): string {
  const short = relative(process.cwd(), path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
