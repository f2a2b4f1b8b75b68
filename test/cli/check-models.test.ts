import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { checkModels } from "../../src/cli/check-models.ts";
import { apiError, json, message, useModelServer } from "../models/model-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const server = useModelServer();
const KEY = "sk-ant-secret-573001112233";
const config = (env: Record<string, string>) => readConfig(env, { agentIds: ["somnio"], cwd: tmpdir() });
const look = (detector = "claude-haiku-5-5", more: Record<string, string> = {}, ofAgents: readonly string[] = []) => {
  const one = { RECADO_DETECTOR_MODEL: detector, RECADO_ORCHESTRATOR_MODEL: detector };
  return checkModels(
    config({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url(), ...one, ...more }),
    ofAgents,
    1_000,
  );
};

test("without a key there is nothing to ask, and that is well", async () => {
  const none = [{ name: "model", ok: true, detail: expect.stringContaining("ANTHROPIC_API_KEY") }];
  expect(await checkModels(config({}))).toEqual(none);
  expect(await look("claude-haiku-5-5", { RECADO_ENGINE: "local" })).toMatchObject([{ ok: true }]);
  expect(server.requests).toHaveLength(0);
});

test("each model is asked once, and its price told", async () => {
  server.answer(json(200, message()));
  const checks = await look("claude-haiku-5-5", { RECADO_FALLBACK_MODEL: "claude-sonnet-5-5" });
  expect(checks.map(({ ok }) => ok)).toEqual([true, true]);
  expect(checks[0]?.detail).toContain("0.1 USD in and 0.5 USD out");
  expect(server.requests).toHaveLength(2);
});

test("a model that only an agent names is asked as well, once", async () => {
  server.answer(json(200, message()));
  const checks = await look("claude-haiku-5-5", {}, ["claude-opus-5-5", "claude-haiku-5-5", "claude-opus-5-5"]);
  expect(checks.map(({ detail }) => detail.split(" ")[0])).toEqual(["claude-haiku-5-5", "claude-opus-5-5"]);
  expect(server.requests).toHaveLength(2);
});

test("a model of one's own server works, and says that its price is not known", async () => {
  server.answer(json(200, message({ model: "local-llama" })));
  expect(await look("local-llama")).toMatchObject([
    { ok: true, detail: expect.stringContaining("price is not known") },
  ]);
});

test.each<[number, string, string]>([
  [401, "authentication_error", "does not accept the key"],
  [403, "permission_error", "permissions"],
  [404, "not_found_error", "model's name"],
  [400, "billing_error", "top it up"],
  [429, "rate_limit_error", "limit of spend"],
  [400, "invalid_request_error", "model's name"],
  [500, "api_error", "try again"],
])("%i %s is told in a sentence, without the key", async (status, type, says) => {
  server.answer(json(status, { ...apiError(type), error: { type, message: `bad key ${KEY}` } }));
  const [check] = await look();
  expect(check).toMatchObject({ ok: false, detail: expect.stringContaining(says) });
  expect(JSON.stringify(check)).not.toContain(KEY);
});

test("busy is well: key, name and network are right", async () => {
  server.answer(json(529, apiError("overloaded_error")));
  expect(await look()).toMatchObject([{ ok: true, detail: expect.stringContaining("busy") }]);
});

test("a server that is not there, and one that says nothing", async () => {
  const gone = await look("claude-haiku-5-5", { ANTHROPIC_BASE_URL: "http://user:pass@127.0.0.1:9" });
  expect(gone).toMatchObject([{ ok: false, detail: expect.stringContaining("not reached") }]);
  expect(JSON.stringify(gone)).not.toContain("pass");
  server.answer(() => {});
  expect(await look()).toMatchObject([{ ok: false, detail: expect.stringContaining("within 1 s") }]);
});

test("a key that cannot be one is not sent", async () => {
  const [check] = await look("claude-haiku-5-5", { ANTHROPIC_API_KEY: "sk-ant …" });
  expect(check).toMatchObject({ ok: false, detail: expect.stringContaining("no key has") });
  expect(check?.detail).not.toContain("sk-ant");
});

test("prices of one's own are told instead, and a file of them that cannot be read says why", async () => {
  const path = join(temporaryFolder("recado-prices-"), "prices.json");
  const prices = [{ model: "local-llama", from: "2026-11-01", usdPerMillionTokens: { input: 0.02, output: 0.04 } }];
  writeFileSync(path, JSON.stringify(prices));
  server.answer(json(200, message()));
  expect(await look("local-llama", { RECADO_MODEL_PRICES: path })).toMatchObject([
    { ok: true, detail: expect.stringContaining("0.02 USD in and 0.04 USD out") },
  ]);
  writeFileSync(path, '[{"model":"local-llama","from":"soon"}]');
  await expect(look("local-llama", { RECADO_MODEL_PRICES: path })).rejects.toThrow(/0\.from/);
  await expect(look("local-llama", { RECADO_MODEL_PRICES: "none.json" })).rejects.toThrow(/cannot be read/);
});

test("a page instead of an answer", async () => {
  server.answer((response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Log in</h1>"));
  expect(await look()).toMatchObject([{ ok: false, detail: expect.stringContaining("Messages API") }]);
});

describe("a server of chat completions", () => {
  const answer = {
    choices: [{ finish_reason: "stop", message: { role: "assistant", content: "ok" } }],
    usage: { prompt_tokens: 9, completion_tokens: 1 },
  };
  const lookThere = (more: Record<string, string> = {}) =>
    checkModels(
      config({
        RECADO_MODEL_URL: server.url(),
        RECADO_MODEL_API_KEY: KEY,
        RECADO_DETECTOR_MODEL: "llama3.3:70b",
        RECADO_ORCHESTRATOR_MODEL: "llama3.3:70b",
        ...more,
      }),
      [],
      1_000,
    );

  test("is asked in its own words", async () => {
    server.answer(json(200, answer));
    expect(await lookThere()).toMatchObject([{ ok: true, detail: expect.stringContaining("price is not known") }]);
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions"]);
  });

  test.each<[number, unknown, RegExp]>([
    [401, { error: { code: "invalid_api_key" } }, /does not accept the key.*check RECADO_MODEL_API_KEY\.$/],
    [404, { error: { message: `model ${KEY}` } }, /check the model's name, and RECADO_MODEL_URL/],
    [429, { error: { code: "insufficient_quota" } }, /top it up/],
    [200, { ok: true }, /not as OpenAI's chat completions does.*check RECADO_MODEL_URL/],
  ])(
    "that answers %i is told in a sentence that names its own variables, without the key",
    async (status, body, says) => {
      server.answer(json(status, body));
      const [check] = await lookThere();
      expect(check).toMatchObject({ ok: false, detail: expect.stringMatching(says) });
      expect(check?.detail).not.toMatch(/ANTHROPIC|sk-ant/);
    },
  );
});

test("a wrong key is told once, a wrong name for each model", async () => {
  server.answer(json(401, apiError("authentication_error")));
  expect(await look("claude-haiku-5-5", { RECADO_FALLBACK_MODEL: "claude-sonnet-5-5" })).toHaveLength(1);
  server.answer(json(404, apiError("not_found_error")));
  expect(await look("claude-haiku-5-5", { RECADO_FALLBACK_MODEL: "claude-sonnet-5-5" })).toHaveLength(2);
});
