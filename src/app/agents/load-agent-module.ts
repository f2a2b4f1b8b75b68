import { existsSync, statSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Agent } from "../../core/agent/agent.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import { type ModuleParts, readParts } from "./module-parts.ts";
import { placeOf } from "./module-place.ts";

/** The exports of a user's file: its agents, and the parts that belong to them. */
export interface AgentModule {
  /** The file, as it was named. */
  readonly path: string;
  /** Each id and version once. The default export comes first, if there is one. */
  readonly agents: readonly [Agent, ...Agent[]];
  readonly parts: ModuleParts;
}

const JAVASCRIPT = [".js", ".mjs"];
const TYPESCRIPT = [".ts", ".mts"];

/** True for a name that is meant as a file: `./shop.js`, `shops/shop.ts`. An agent's id is neither. */
export function isModulePath(name: string): boolean {
  return /[/\\]/.test(name) || [...JAVASCRIPT, ...TYPESCRIPT].includes(extname(name));
}

/**
 * @throws RecadoError `agent_invalid`: a sentence with the file, and the line and column where Node
 * knows them
 */
export async function loadAgentModule(path: string, cwd: string): Promise<AgentModule> {
  const file = resolve(cwd, path);
  checkFile(path, file);
  const exported = await importModule(path, file);
  const values = Object.entries(exported)
    .sort(([one], [other]) => Number(other === "default") - Number(one === "default"))
    .map(([name, value]) => ({ name, value }));
  const halfMade = values.flatMap(({ name, value }) => missingOf(value, name));
  const { parts, faults } = readParts(exported, dirname(file));
  if (halfMade.length + faults.length > 0) throw cannotWork(path, [...halfMade, ...faults]);
  const [first, ...others] = new Set(values.flatMap(({ value }) => (isAgent(value) ? [value] : [])));
  if (first !== undefined) return { path, agents: [first, ...others], parts };
  const names = Object.keys(exported);
  throw refusal(
    path,
    `exports no agent (${names.length === 0 ? "it exports nothing" : `only ${names.join(", ")}`}): ` +
      "write `export default defineFlowAgent({ … })`",
  );
}

function checkFile(path: string, file: string): void {
  if (!existsSync(file)) throw refusal(path, `is not there (looked for ${file})`);
  if (!statSync(file).isFile()) throw refusal(path, "is a folder: name the file in it that exports the agent");
  const extension = extname(file);
  if (JAVASCRIPT.includes(extension)) return;
  if (!TYPESCRIPT.includes(extension)) throw refusal(path, `is no ${[...JAVASCRIPT, ...TYPESCRIPT].join(", ")} file`);
  const { typescript } = process.features as { readonly typescript?: unknown };
  if (typescript) return;
  throw refusal(
    path,
    `is TypeScript, which Node ${process.versions.node} does not read: use Node 22.18 or newer, or name the JavaScript that it compiles to`,
  );
}

async function importModule(path: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (thrown) {
    const place = placeOf(thrown, file);
    const faults = faultsOf(thrown);
    if (faults !== null) throw cannotWork(path, faults, place, thrown);
    if (isMissingRecado(thrown)) {
      throw refusal(
        path,
        'imports "recado", which is not installed beside it: run `npm install <folder of Recado>` there',
      );
    }
    throw refusal(path, `cannot be loaded: ${errorText(thrown)}${placeText(place)}`, thrown);
  }
}

/** The faults of a `FlowDefinitionError`, also of another copy of the library. */
export function faultsOf(thrown: unknown): readonly string[] | null {
  if (!(thrown instanceof Error) || thrown.name !== "FlowDefinitionError" || !("faults" in thrown)) return null;
  return Array.isArray(thrown.faults) ? thrown.faults.map(String) : null;
}

export function listed(faults: readonly string[]): string {
  return faults.map((fault) => `- ${fault}`).join("\n");
}

function isMissingRecado(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    "code" in thrown &&
    thrown.code === "ERR_MODULE_NOT_FOUND" &&
    /'recado(?:\/\w+)?'/u.test(thrown.message)
  );
}

const TEXTS_OF_AN_AGENT = ["id", "name", "description", "version", "initialMode"];

/** A sentence for each part that an agent lacks; empty for an agent, and for what is meant as none. */
function missingOf(value: unknown, exportedAs: string): string[] {
  if (!decides(value)) return [];
  const missing = TEXTS_OF_AN_AGENT.filter((key) => typeof Reflect.get(value, key) !== "string");
  if (typeof Reflect.get(value, "texts") !== "object") missing.push("texts");
  if (missing.length === 0) return [];
  return [`the export \`${exportedAs}\` decides, and is no agent yet: it has no ${missing.join(", no ")}`];
}

function isAgent(value: unknown): value is Agent {
  return decides(value) && missingOf(value, "").length === 0;
}

function decides(value: unknown): value is object {
  return typeof value === "object" && value !== null && "decide" in value && typeof value.decide === "function";
}

function cannotWork(path: string, faults: readonly string[], place: string | null = null, cause?: unknown) {
  const text = `${path} defines an agent that cannot work${placeText(place)}:\n${listed(faults)}`;
  return new RecadoError("agent_invalid", text, cause);
}

function placeText(place: string | null): string {
  return place === null ? "" : ` (${place})`;
}

function refusal(path: string, what: string, cause?: unknown): RecadoError {
  return new RecadoError("agent_invalid", `${path} ${what}.`, cause);
}
