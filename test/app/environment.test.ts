import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { SHIPPED_AGENT_IDS } from "../../src/agents/shipped-agents.ts";
import { KNOWN_NAMES, readConfig } from "../../src/app/config.ts";
import { secretsOf } from "../../src/outside/env-secret.ts";
import { databaseEnvironment } from "../../src/postgres/embedded/run-command.ts";

const root = fileURLToPath(new URL("../../src", import.meta.url));
const where = { agentIds: SHIPPED_AGENT_IDS, cwd: "/srv/shop" };
const OTHERS = ["DATABASE_URL", "PORT", "HOST", "LOG_LEVEL", "ANTHROPIC_API_KEY", "WHATSAPP_ACCESS_TOKEN"];

test.each(["", "  ", "\t\n"])("variables that hold %j are as if they were not set", (empty) => {
  const env = Object.fromEntries([...KNOWN_NAMES, ...OTHERS].map((name) => [name, empty]));
  expect(readConfig(env, where)).toEqual(readConfig({}, where));
  expect(secretsOf({ authorization: { env: "TOKEN" } }, { TOKEN: empty })).toMatchObject({ kind: "missing" });
});

test("the secret of a tool is read without the line break that an editor left behind it", () => {
  const sent = secretsOf({ Authorization: { env: "TOKEN", prefix: "Bearer " } }, { TOKEN: "abc\n" });
  expect(sent).toMatchObject({ kind: "sent", values: { authorization: "Bearer abc" } });
});

test("the programs of the database are found with an empty PATH", () => {
  const before = process.env["PATH"];
  process.env["PATH"] = "";
  const found = databaseEnvironment()["PATH"];
  process.env["PATH"] = before;
  expect(found).toContain("/usr/bin");
});

test("one function reads variables", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const readers = files.filter((name) =>
    /\bprocess\.env(?:\.|\[)|\benv(?:ironment)?\[(?:\w{2,}|\w+\.\w+|"\w+")\]/u.test(
      readFileSync(join(root, name), "utf8"),
    ),
  );
  expect(readers).toEqual(["core/environment.ts"]);
});
