import { existsSync, statSync } from "node:fs";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Agent } from "../core/agent/agent.ts";
import { errorText, RecadoError } from "../core/errors.ts";

/**
 * The agents that a user's file exports; at least one, each id once. The default export comes
 * first, if there is one.
 */
export type AgentModule = readonly [Agent, ...Agent[]];

const JAVASCRIPT = [".js", ".mjs"];
const TYPESCRIPT = [".ts", ".mts"];

/** Whether a name is meant as a file: `./shop.js`, `shops/shop.ts`; an agent's id is neither. */
export function isModulePath(name: string): boolean {
  return /[/\\]/.test(name) || [...JAVASCRIPT, ...TYPESCRIPT].includes(extname(name));
}

export async function loadAgentModule(path: string, cwd: string): Promise<AgentModule> {
  const file = resolve(cwd, path);
  checkFile(path, file);
  const exported = await importModule(path, file);
  const agents = Object.entries(exported)
    .sort(([one], [other]) => Number(other === "default") - Number(one === "default"))
    .flatMap(([, value]) => (isAgent(value) ? [value] : []));
  const [first, ...others] = [...new Set(agents)];
  if (first !== undefined) return [first, ...others];
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
    const faults = faultsOf(thrown);
    if (faults !== null) {
      throw new RecadoError("agent_invalid", `${path} defines an agent that cannot work:\n${listed(faults)}`, thrown);
    }
    if (isMissingRecado(thrown)) {
      throw refusal(
        path,
        'imports "recado", which is not installed beside it: run `npm install <folder of Recado>` there',
      );
    }
    throw refusal(path, `cannot be loaded: ${describe(thrown, file)}`, thrown);
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

/** The sentence, and where in their file it came from. */
function describe(thrown: unknown, file: string): string {
  if (thrown instanceof SyntaxError) return `${thrown.message} (\`node --check ${file}\` shows where)`;
  const stack = thrown instanceof Error ? (thrown.stack ?? "") : "";
  const place = stack.split("\n").find((line) => line.includes(file));
  return `${errorText(thrown)}${place === undefined ? "" : ` (${place.trim()})`}`;
}

function isAgent(value: unknown): value is Agent {
  if (typeof value !== "object" || value === null) return false;
  const words = ["id", "name", "description", "version", "initialMode"].every(
    (key) => key in value && typeof Reflect.get(value, key) === "string",
  );
  return words && "texts" in value && "decide" in value && typeof value.decide === "function";
}

function refusal(path: string, what: string, cause?: unknown): RecadoError {
  return new RecadoError("agent_invalid", `${path} ${what}.`, cause);
}
