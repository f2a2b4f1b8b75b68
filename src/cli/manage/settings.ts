import type { AgentConfig, KnownAgentConfig } from "../../core/answers/agent-config.ts";
import { RecadoError } from "../../core/errors.ts";
import { LOCALES } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { nearestName } from "../../core/nearest-name.ts";
import { isTimeZone } from "../../core/time/contact-hours.ts";
import { actorName } from "../actor-name.ts";
import { print, printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { withDatabase } from "../with-database.ts";
import { readId } from "./access.ts";

export interface ShowOptions {
  readonly workspace: string;
  readonly json?: true;
}

export interface SetOptions extends ShowOptions {
  readonly by?: string;
}

type Reader = (value: string) => Partial<AgentConfig>;

/** The settings that the command line changes; the Studio and the API change all of them. */
const READERS: Readonly<Record<string, Reader>> = {
  locale: (value) => {
    const locale = LOCALES.find((one) => one === value);
    if (locale === undefined) throw refused("locale", value, LOCALES.join(", "));
    return { locale };
  },
  timeZone: (value) => {
    if (!isTimeZone(value)) throw refused("timeZone", value, "an IANA name, such as America/Bogota");
    return { timeZone: value };
  },
  agentEnabled: (value) => ({ agentEnabled: readSwitch("agentEnabled", value) }),
  crmAgentsEnabled: (value) => ({ crmAgentsEnabled: readSwitch("crmAgentsEnabled", value) }),
  windowMaintenance: (value) => ({ windowMaintenance: readSwitch("windowMaintenance", value) }),
};

/** `recado settings`. */
export async function showSettings({ workspace, json }: ShowOptions): Promise<void> {
  const config = await withDatabase(({ store }) => store.agentConfigs.get(readId(workspace)));
  const known = knownOf(config, workspace);
  printResult(json, known, () => describe(known));
}

/** `recado settings set`. */
export async function setSetting(name: string, value: string, { workspace, by, json }: SetOptions): Promise<void> {
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (read === undefined) {
    const nearest = nearestName(name, Object.keys(READERS));
    throw new RecadoError("request_invalid", `the command line sets no "${name}"; the nearest is "${nearest}"`);
  }
  const change = read(value);
  const config = await withDatabase(({ store }) => {
    return store.agentConfigs.change(readId(workspace), change, actorName(by));
  });
  const known = knownOf(config, workspace);
  if (json) return print(JSON.stringify(known));
  print([`${name}: ${value}, from the next turn on.`, ...beside(change, known)]);
}

/** A locale moves no clock: who sets one is told of a zone of another country. */
function beside({ locale }: Partial<AgentConfig>, { timeZone }: KnownAgentConfig): string[] {
  if (locale === undefined || packOf(locale).timeZone === timeZone) return [];
  return [`The time zone stays ${timeZone}: \`recado settings set timeZone ${packOf(locale).timeZone}\` moves it.`];
}

function describe(config: KnownAgentConfig): string[] {
  const { updatedAt, updatedBy, ...settings } = config;
  const rows = Object.entries(settings).map(([name, value]) => [name, wordsOf(value)]);
  return [
    ...textTable([["setting", "value"], ...rows], ""),
    "",
    `Changed last by ${updatedBy} at ${updatedAt.toISOString()}.`,
  ];
}

function wordsOf(value: unknown): string {
  if (value === null) return "as installed";
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function readSwitch(name: string, value: string): boolean {
  if (value !== "on" && value !== "off") throw refused(name, value, "on, off");
  return value === "on";
}

function refused(name: string, value: string, allowed: string): RecadoError {
  return new RecadoError("request_invalid", `"${value}" is no ${name}: ${allowed}`);
}

function knownOf(config: KnownAgentConfig | null, workspace: string): KnownAgentConfig {
  if (config !== null) return config;
  throw new RecadoError("not_found", `there is no workspace "${workspace}": \`recado workspace list\` lists them`);
}
