import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { readConfig } from "../../src/app/config.ts";
import { buildProgram } from "../../src/cli/program.ts";
import { BODY_LIMIT_BYTES } from "../../src/server/receive-body.ts";
import { openDoor } from "../server/open-door.ts";

/** What the files of `deploy` name exists: commands, variables, ports, paths. */
const root = new URL("../../", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(root, path), "utf8");
const COMMANDS = buildProgram().commands.map((command) => command.name());
const OPERATIONS = `${read("docs/operations.md")}${read("docs/whatsapp.md")}`;
/** Variables of the container's database and of Node. */
const OTHERS = ["POSTGRES_PASSWORD", "NODE_ENV"];

const Service = z.looseObject({
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.unknown()).optional(),
  ports: z.array(z.string()).optional(),
});
const compose = z
  .object({ services: z.record(z.string(), Service) })
  .parse(parse(read("deploy/compose.yaml"), { merge: true }));
const units = readdirSync(join(root, "deploy/systemd")).map((name) => ({ name, text: read(`deploy/systemd/${name}`) }));
const variablesOf = (text: string) => [...text.matchAll(/^#? ?([A-Z_]{4,})=/gm)].map(([, name]) => name ?? "");

test("each command of the image, the compose file and the units is one of ours", () => {
  const named = [
    ...[...read("Dockerfile").matchAll(/^CMD \["(\w+)"\]/gm)].map(([, command]) => command),
    ...Object.values(compose.services).flatMap(({ command }) => command ?? []),
    ...units.flatMap(({ text }) => [...text.matchAll(/bin\/recado\.js (\w+)$/gm)].map(([, command]) => command)),
  ];
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter((command) => !COMMANDS.includes(command ?? ""))).toEqual([]);
});

test("each variable is one that the program reads, and the pages explain", () => {
  const names = new Set([
    ...variablesOf(read("deploy/recado.env.example")),
    ...["door", "worker"].flatMap((name) => Object.keys(compose.services[name]?.environment ?? {})),
    ...units.flatMap(({ text }) => [...text.matchAll(/\b([A-Z_]{4,})=/g)].map(([, name]) => name ?? "")),
    ...[...read("Dockerfile").matchAll(/\b([A-Z_]{4,})=/g)].map(([, name]) => name ?? ""),
  ]);
  expect(names).toContain("RECADO_DATA_DIR");
  expect([...names].filter((name) => !OTHERS.includes(name) && !OPERATIONS.includes(name))).toEqual([]);
});

test("the values of the compose file, filled in, are a configuration without a warning", () => {
  const door = compose.services["door"]?.environment ?? {};
  const env = Object.fromEntries(
    Object.entries(door).map(([name, value]) => [
      name,
      String(value).replace(/\$\{(\w+):[-?]([^}]*)\}/g, (_, of: string, rest: string) =>
        of === "RECADO_AGENT" ? rest : of === "RECADO_PUBLIC_URL" ? "https://x.example" : "a".repeat(30),
      ),
    ]),
  );
  const config = readConfig({ ...env, HOST: "0.0.0.0" }, { agentIds: ["somnio"], cwd: "/" });
  expect(config).toMatchObject({ channel: { kind: "meta" }, warnings: [], port: 4600 });
  // One place for both halves, so that a worker has what the door has.
  expect(compose.services["worker"]?.environment).toMatchObject(door);
});

describe("the doors that the proxies and checks name", () => {
  const { app } = openDoor();
  const files = ["Dockerfile", "deploy/compose.yaml", "deploy/nginx.conf", "deploy/Caddyfile"].map(read).join("\n");

  test("answer", async () => {
    for (const path of ["/readyz", "/metrics", "/openapi.json", "/internal/agent/stream"]) {
      expect(files).toContain(path.replace(/^\/(openapi)\.json$/, "$1"));
      expect([path, (await app.request(path)).status]).not.toEqual([path, 404]);
    }
  });

  test("have the port of the image, and only this machine reaches it", () => {
    expect([...files.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port)).toEqual(
      expect.arrayContaining(["4600", "4600", "4600"]),
    );
    expect([...new Set([...files.matchAll(/(?:127\.0\.0\.1:|EXPOSE |PORT=)(\d+)/g)].map(([, port]) => port))]).toEqual([
      "4600",
    ]);
    expect(Object.values(compose.services).flatMap(({ ports }) => ports ?? [])).toEqual(["127.0.0.1:4600:4600"]);
  });

  test("let the largest body of ours through", () => {
    const most = [...files.matchAll(/(?:client_max_body_size|max_size) (\d+)M?m?/gi)].map(([, mega]) => Number(mega));
    expect(most).toEqual([3, 3]);
    expect(BODY_LIMIT_BYTES).toBeLessThanOrEqual(3 * 1024 * 1024);
  });
});

test("what the image copies is enough to run, without the sources", () => {
  const image = mkdtempSync(join(tmpdir(), "recado-image-"));
  try {
    const copied = [...read("Dockerfile").matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, path]) => path ?? "");
    for (const path of copied) {
      if (path === "node_modules") symlinkSync(join(root, path), join(image, path));
      else execFileSync("cp", ["-r", join(root, path), join(image, path)]);
    }
    const { stdout, stderr, status } = spawnSync(process.execPath, ["bin/recado.js", "--version"], {
      ...{ cwd: image, encoding: "utf8" },
    });
    expect([status, stderr, stdout.trim()]).toEqual([0, "", JSON.parse(read("package.json")).version]);
  } finally {
    rmSync(image, { recursive: true });
  }
});

test("the image holds the pages that the operator reads", () => {
  const ignored = read(".dockerignore").trim().split("\n");
  expect(read("Dockerfile")).toContain("COPY --from=build /app/docs ./docs");
  expect(ignored).not.toContain("docs");
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0 && existsSync("/usr/bin/node");
test.skipIf(!hasSystemd)("systemd finds no fault in the units", () => {
  const paths = units.map(({ name }) => join(root, "deploy/systemd", name));
  const { stderr, status } = spawnSync("systemd-analyze", ["verify", ...paths], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

test("the page names files that are there", () => {
  const named = [...read("docs/server.md").matchAll(/(?<!test\/)deploy\/[\w./-]*\w/g)].map(([path]) => path);
  const missing = named.filter((path) => path !== "deploy/recado.env" && !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});
