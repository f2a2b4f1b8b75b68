import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import * as z from "zod";
import type { AgentRegistry } from "../core/agent/agent.ts";
import type { OwnSource } from "../core/ports/own-source.ts";
import type { Config } from "./config.ts";

const ROOT = new URL("../../", import.meta.url);
const SCHEMA = "schema.sql";
/** Read at the start, so that an upgrade of the files under a running process does not change what it is. */
const PACKAGE = z.object({ version: z.string() });
const VERSION = PACKAGE.parse(JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"))).version;

/** Reads the pages and the schema of this version. A name that it has not listed is never opened. */
export function openOwnSource(config: Config, agents: AgentRegistry): OwnSource {
  const list = async () => {
    const names = await readdir(new URL("docs/", ROOT)).catch(() => []);
    const pages = names.filter((name) => /^[a-z-]+\.md$/.test(name)).map((name) => `docs/${name}`);
    return [...pages.toSorted(), SCHEMA];
  };
  return {
    list,
    async read(name) {
      if (!(await list()).includes(name)) return null;
      const url = name === SCHEMA ? new URL("../postgres/schema.sql", import.meta.url) : new URL(name, ROOT);
      return readFile(url, "utf8").catch(() => null);
    },
    skills: () =>
      agents.ids.flatMap((id) => {
        const agent = agents.get(id);
        if (agent === null) return [];
        const { description, version, tools = [] } = agent;
        return [{ name: id, description, version, tools }];
      }),
    version: () => ({ recado: VERSION, node: process.versions.node }),
    config: () => ({
      channel: config.channel.kind,
      engine: config.engine,
      models: Object.entries(config.models.models)
        .map(([purpose, name]) => `${purpose}: ${name}`)
        .join(", "),
      timerPreset: config.timerPreset,
      responseSpeed: String(config.responseSpeed),
      tokenLimit: String(config.models.tokenLimit),
      database: config.databaseUrl === null ? "embedded" : "external",
    }),
  };
}
