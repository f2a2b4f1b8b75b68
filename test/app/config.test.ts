import { describe, expect, test } from "vitest";
import { type Config, readConfig, serverUrl } from "../../src/app/config.ts";
import { RecadoError } from "../../src/core/errors.ts";

const SURROUNDINGS = { agentIds: ["somnio", "assistant"], cwd: "/srv/shop" };
const META = {
  WHATSAPP_ACCESS_TOKEN: "EAAG-access",
  WHATSAPP_APP_SECRET: "app-secret",
  WHATSAPP_VERIFY_TOKEN: "verify",
};

function read(env: Record<string, string | undefined>): Config {
  return readConfig(env, SURROUNDINGS);
}

function refusal(env: Record<string, string | undefined>): RecadoError {
  try {
    read(env);
  } catch (thrown) {
    if (thrown instanceof RecadoError) return thrown;
    throw thrown;
  }
  throw new Error("The environment was taken.");
}

test("an empty environment is the simulator on the embedded database", () => {
  const expected: Config = {
    host: "127.0.0.1",
    port: 4600,
    metricsPort: null,
    trustedProxies: [],
    dataDir: "/srv/shop/.recado",
    databaseUrl: null,
    apiToken: null,
    channel: { kind: "simulator", appSecrets: null, verifyToken: null },
    modelServer: { api: "messages", apiKey: null, baseUrl: null },
    engine: "local",
    models: {
      models: { detector: "claude-haiku-5-5", orchestrator: "claude-sonnet-5-5", writer: "claude-haiku-5-5" },
      fallbackModel: null,
      pricesFile: null,
      tokenLimit: 50_000,
      caps: { dayMicroUsd: 3_000_000, monthMicroUsd: 90_000_000, conversationDayMicroUsd: 500_000, areExplicit: false },
    },
    transcription: null,
    agents: ["somnio"],
    responseSpeed: 0,
    messagesPerSecond: null,
    timerPreset: "real",
    logLevel: "info",
    leaseMs: 30_000,
    mediaKeepDays: 90,
    mediaMaxBytes: 25_000_000,
    coalesceMs: 0,
    auditPercent: 3,
    learningDays: 90,
    alertWebhook: null,
    hasDeveloperShell: false,
    feedMayBePrivate: false,
    publicUrl: null,
    warnings: [],
  };
  expect(read({})).toEqual(expected);
  const names = [
    "PORT",
    "HOST",
    "DATABASE_URL",
    "RECADO_AGENT",
    "WHATSAPP_ACCESS_TOKEN",
    "LOG_LEVEL",
    "RECADO_API_TOKEN",
  ];
  expect(read(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(expected);
});

test.each<[Record<string, string>, Partial<Config>]>([
  [{ PORT: "0" }, { port: 0 }],
  [{ PORT: " 8080 " }, { port: 8080 }],
  [{ PORT: "65535" }, { port: 65_535 }],
  [{ HOST: "0.0.0.0" }, { host: "0.0.0.0" }],
  [{ RECADO_DATA_DIR: "data" }, { dataDir: "/srv/shop/data" }],
  [{ RECADO_DATA_DIR: "/var/data" }, { dataDir: "/var/data" }],
  [{ DATABASE_URL: "postgresql://u:p@db/x" }, { databaseUrl: "postgresql://u:p@db/x" }],
  [{ RECADO_AGENT: "assistant" }, { agents: ["assistant"] }],
  [{ RECADO_AGENT: "./shops/cafe.js" }, { agents: ["/srv/shop/shops/cafe.js"] }],
  [
    { RECADO_AGENT: "./shops/cafe.js, somnio,/srv/other.js" },
    { agents: ["/srv/shop/shops/cafe.js", "somnio", "/srv/other.js"] },
  ],
  [{ RECADO_RESPONSE_SPEED: "0.2" }, { responseSpeed: 0.2 }],
  [{ RECADO_RESPONSE_SPEED: "0" }, { responseSpeed: 0 }],
  [{ RECADO_TIMER_PRESET: "instantaneo" }, { timerPreset: "instantaneo" }],
  [{ LOG_LEVEL: "silent" }, { logLevel: "silent" }],
  [{ RECADO_COALESCE_MS: "10000" }, { coalesceMs: 10_000 }],
  [{ RECADO_API_TOKEN: "0123456789abcdef01234567" }, { apiToken: "0123456789abcdef01234567" }],
  [{ RECADO_TRUSTED_PROXIES: "10.0.0.7, fd00::/8" }, { trustedProxies: ["10.0.0.7", "fd00::/8"] }],
  [{ RECADO_API_TOKEN: "short" }, { apiToken: "short", warnings: [expect.stringContaining("5 characters")] }],
  [
    { ANTHROPIC_API_KEY: "sk", ANTHROPIC_BASE_URL: "http://localhost:1" },
    { modelServer: { api: "messages", apiKey: "sk", baseUrl: "http://localhost:1" } },
  ],
  [
    { RECADO_ALERT_WEBHOOK_URL: "http://localhost:9/a", RECADO_ALERT_WEBHOOK_SECRET: "s" },
    { alertWebhook: { url: "http://localhost:9/a", secret: "s" } },
  ],
  [{ RECADO_PUBLIC_URL: "https://recado.shop" }, { publicUrl: "https://recado.shop" }],
  [{ ANTHROPIC_API_KEY: "sk" }, { engine: "cascade", coalesceMs: 1_000 }],
  [{ ANTHROPIC_BASE_URL: "http://localhost:1" }, { engine: "cascade" }],
  [
    { RECADO_MODEL_API_KEY: "sk", RECADO_DETECTOR_MODEL: "gpt-5-mini", RECADO_ORCHESTRATOR_MODEL: "gpt-5" },
    {
      engine: "cascade",
      modelServer: { api: "chat_completions", apiKey: "sk", url: "https://api.openai.com" },
      models: expect.objectContaining({
        models: { detector: "gpt-5-mini", orchestrator: "gpt-5", writer: "gpt-5-mini" },
      }),
    },
  ],
  [
    { RECADO_MODEL_URL: "http://localhost:11434/v1", RECADO_ENGINE: "local" },
    { engine: "local", modelServer: { api: "chat_completions", apiKey: null, url: "http://localhost:11434/v1" } },
  ],
  [{ ANTHROPIC_API_KEY: "sk", RECADO_COALESCE_MS: "0" }, { coalesceMs: 0 }],
  [
    { ANTHROPIC_API_KEY: "sk", RECADO_ENGINE: "local" },
    { engine: "local", coalesceMs: 0 },
  ],
  [
    {
      ANTHROPIC_API_KEY: "sk",
      RECADO_DETECTOR_MODEL: "mio/pequeno",
      RECADO_ORCHESTRATOR_MODEL: "grande:7b",
      RECADO_FALLBACK_MODEL: "otro",
      RECADO_TOKEN_BUDGET: "20000",
      RECADO_DAILY_COST_USD: "0.50",
      RECADO_CONVERSATION_DAILY_COST_USD: "0.2",
    },
    {
      models: {
        models: { detector: "mio/pequeno", orchestrator: "grande:7b", writer: "mio/pequeno" },
        fallbackModel: "otro",
        tokenLimit: 20_000,
        caps: { dayMicroUsd: 500_000, monthMicroUsd: 90_000_000, conversationDayMicroUsd: 200_000, areExplicit: true },
        pricesFile: null,
      },
      warnings: [],
    },
  ],
  [{ RECADO_FALLBACK_MODEL: "otro" }, { warnings: [expect.stringContaining("does nothing without a model")] }],
])("%j is taken", (env, expected) => {
  expect(read(env)).toMatchObject(expected);
});

test.each<[string, string]>([
  ["PORT", "abc"],
  ["PORT", "-1"],
  ["PORT", "65536"],
  ["PORT", "1e3"],
  ["PORT", "80.5"],
  ["DATABASE_URL", "mysql://db/x"],
  ["DATABASE_URL", "db/x"],
  ["DATABASE_URL", "postgres://"],
  ["RECADO_AGENT", "Somnio"],
  ["RECADO_RESPONSE_SPEED", "2"],
  ["RECADO_TIMER_PRESET", "fast"],
  ["LOG_LEVEL", "verbose"],
  ["RECADO_COALESCE_MS", "10001"],
  ["RECADO_COALESCE_MS", "1s"],
  ["RECADO_ALERT_WEBHOOK_URL", "hooks.example/x"],
  ["RECADO_PUBLIC_URL", "shop"],
  ["WHATSAPP_API_URL", "graph.facebook.com"],
  ["WHATSAPP_API_URL", "file:///etc"],
  ["ANTHROPIC_BASE_URL", "x"],
  ["RECADO_MODEL_URL", "localhost:11434"],
  ["RECADO_ENGINE", "modelo"],
  ["RECADO_DETECTOR_MODEL", "claude haiku"],
  ["RECADO_FALLBACK_MODEL", "a;b"],
  ["RECADO_TOKEN_BUDGET", "1999"],
  ["RECADO_TOKEN_BUDGET", "50.000,5"],
  ["RECADO_DAILY_COST_USD", "0"],
  ["RECADO_DAILY_COST_USD", "$3"],
  ["RECADO_MONTHLY_COST_USD", "-90"],
])("%s=%s is one sentence: the name, the value, what is needed and the way out", (name, value) => {
  const error = refusal({ [name]: value });
  expect(error.code).toBe("bad_environment");
  expect(error.message).toMatch(new RegExp(`^${name} is "`));
  expect(error.message).toContain(value);
  expect(error.message).toMatch(/is needed; unset it for .+\.$/);
  expect(error.message).not.toContain("\n");
});

test("an engine that asks a model wants one to ask", () => {
  expect(refusal({ RECADO_ENGINE: "cascade" }).message).toMatch(
    /^RECADO_ENGINE is "cascade".*ANTHROPIC_API_KEY.*unset RECADO_ENGINE/,
  );
});

test("a server of chat completions has no default model, and one server is asked", () => {
  const url = { RECADO_MODEL_URL: "http://localhost:11434/v1" };
  expect(refusal(url).message).toMatch(/^RECADO_DETECTOR_MODEL is not set.*RECADO_MODEL_URL.*may be the same\.$/);
  expect(refusal({ ...url, RECADO_DETECTOR_MODEL: "m" }).message).toMatch(/^RECADO_ORCHESTRATOR_MODEL is not set/);
  expect(refusal({ ...url, ANTHROPIC_API_KEY: "sk-secret" }).message).toBe(
    "ANTHROPIC_API_KEY and RECADO_MODEL_URL name two servers for the language model, and one is asked: unset one of them.",
  );
});

test.each<[string, Record<string, string>]>([
  ["other machines reach the server", { HOST: "0.0.0.0" }],
  ["other machines reach the server over IPv6", { HOST: "::" }],
  ["real customers write", META],
])("a short RECADO_API_TOKEN refuses the start where %s", (_, env) => {
  const short = "0123456789abcdef0123456";
  const { message } = refusal({ ...env, RECADO_API_TOKEN: short });
  expect(message).toMatch(/^RECADO_API_TOKEN has 23 characters, and .*: 24 or more are needed; unset it/);
  expect(message).not.toContain(short);
  expect(read({ ...env, RECADO_API_TOKEN: `${short}7` }).apiToken).toBe(`${short}7`);
});

test.each(["10.0.0.0/33", "proxy.local", "10.0.0.7,", "10.0.0.7/8/9", "10.0.0.7/x"])(
  "RECADO_TRUSTED_PROXIES=%s is refused",
  (value) => {
    expect(refusal({ RECADO_TRUSTED_PROXIES: value }).message).toMatch(/RECADO_TRUSTED_PROXIES is .*commas/);
  },
);

test("the sentence for a port", () => {
  expect(refusal({ PORT: "abc" }).message).toBe(
    'PORT is "abc": a whole number from 0 to 65535 is needed; unset it for 4600.',
  );
});

describe("secrets", () => {
  test.each<[string, Record<string, string>, string]>([
    ["RECADO_API_TOKEN", { RECADO_API_TOKEN: "with spaces between the words" }, "with spaces"],
    ["WHATSAPP_APP_SECRET", { ...META, WHATSAPP_APP_SECRET: "s3cret-one,,s3cret-two" }, "s3cret"],
    ["DATABASE_URL", { DATABASE_URL: "http://user:s3cret@db/x?password=s3cret" }, "s3cret"],
    ["WHATSAPP_API_URL", { WHATSAPP_API_URL: "ftp://x/?access_token=s3cret" }, "s3cret"],
  ])("of a bad %s never stand in the sentence", (name, env, secret) => {
    const { message } = refusal(env);
    expect(message).toContain(name);
    expect(message).not.toContain(secret);
  });
});

describe("the pace of replies", () => {
  test.each<[string, Record<string, string>, number]>([
    ["a person's for customers on WhatsApp", META, 1],
    ["at once on the simulator", {}, 0],
    [
      "at once on a fake of Meta's API, with or without a token",
      { ...META, WHATSAPP_API_URL: "http://127.0.0.1:1" },
      0,
    ],
    ["what was asked for, wherever it is", { RECADO_RESPONSE_SPEED: "1" }, 1],
  ])("is %s", (_which, env, responseSpeed) => {
    expect(read(env)).toMatchObject({ responseSpeed });
  });
});

describe("the pace of a business number", () => {
  const meta = { WHATSAPP_ACCESS_TOKEN: "EAAG", WHATSAPP_APP_SECRET: "s", WHATSAPP_VERIFY_TOKEN: "v" };
  test.each<[string, Record<string, string>, number | null]>([
    ["Meta's own API", meta, 80],
    ["a fake of Meta's API", { ...meta, WHATSAPP_API_URL: "http://127.0.0.1:9999/v26.0" }, null],
    ["a number that Meta has raised", { ...meta, WHATSAPP_MESSAGES_PER_SECOND: "1000" }, 1_000],
    ["the simulator, to try a limit out", { WHATSAPP_MESSAGES_PER_SECOND: "20" }, 20],
  ])("%s", (_name, env, expected) => {
    expect(read(env).messagesPerSecond).toBe(expected);
  });

  test("more than Meta ever allows is refused by name", () => {
    expect(() => read({ WHATSAPP_MESSAGES_PER_SECOND: "5000" })).toThrow(/WHATSAPP_MESSAGES_PER_SECOND/);
  });
});

describe("the channel", () => {
  test("is WhatsApp with an access token, and takes several app secrets for rotation", () => {
    expect(read({ ...META, WHATSAPP_APP_SECRET: "new, old" }).channel).toEqual({
      kind: "meta",
      accessToken: "EAAG-access",
      apiUrl: null,
      appSecrets: ["new", "old"],
      verifyToken: "verify",
    });
  });

  test.each(["WHATSAPP_APP_SECRET", "WHATSAPP_VERIFY_TOKEN"])("with an access token needs %s", (name) => {
    for (const value of [undefined, ""]) {
      const error = refusal({ ...META, [name]: value });
      expect(error.message).toMatch(new RegExp(`^${name} is not set, and WHATSAPP_ACCESS_TOKEN is`));
    }
  });

  test("without an access token is somebody's fake where an address is given", () => {
    expect(read({ WHATSAPP_API_URL: "http://127.0.0.1:9/v26.0" }).channel).toEqual({
      kind: "fake_api",
      apiUrl: "http://127.0.0.1:9/v26.0",
      appSecrets: null,
      verifyToken: null,
    });
  });

  test("keeps given secrets in the simulator", () => {
    expect(read({ WHATSAPP_APP_SECRET: "mine", WHATSAPP_VERIFY_TOKEN: "word" }).channel).toEqual({
      kind: "simulator",
      appSecrets: ["mine"],
      verifyToken: "word",
    });
  });
});

test("a developer's shell is only for the simulator: with WhatsApp, or a fake of it, the process does not start", () => {
  const shell = { RECADO_DEVELOPER_SHELL: "yes" };
  expect(read(shell).hasDeveloperShell).toBe(true);
  const meta = {
    ...{
      WHATSAPP_ACCESS_TOKEN: "t",
      WHATSAPP_APP_SECRET: "s",
      WHATSAPP_VERIFY_TOKEN: "v",
      RECADO_API_TOKEN: "x".repeat(24),
    },
  };
  for (const env of [meta, { WHATSAPP_API_URL: "http://127.0.0.1:9" }]) {
    expect(read(env).hasDeveloperShell).toBe(false);
    expect(() => read({ ...env, ...shell })).toThrow(/RECADO_DEVELOPER_SHELL is yes, and messages come from WhatsApp/);
  }
});

test("a name that is nearly ours is a warning with the nearest, not an error", () => {
  const { warnings } = read({ RECADO_COALESE_MS: "5", RECADO_AGENTS: "x", OTHER: "y" });
  expect(warnings).toEqual([
    "RECADO_COALESE_MS is not a variable of Recado and does nothing; the nearest is RECADO_COALESCE_MS.",
    "RECADO_AGENTS is not a variable of Recado and does nothing; the nearest is RECADO_AGENT.",
  ]);
});

test("a wildcard host is reached through the loopback", () => {
  expect(serverUrl({ host: "0.0.0.0", port: 80 })).toBe("http://127.0.0.1:80");
  expect(serverUrl({ host: "::1", port: 80 })).toBe("http://[::1]:80");
  expect(() => serverUrl({ host: "127.0.0.1", port: 0 })).toThrow(/PORT is "0"/);
});

test.each([
  [{ RECADO_TRANSCRIPTION_API_KEY: "sk" }, { url: "https://api.openai.com", apiKey: "sk", model: "whisper-1" }],
  [
    { RECADO_TRANSCRIPTION_URL: "http://127.0.0.1:8000", RECADO_TRANSCRIPTION_MODEL: "large-v3" },
    { url: "http://127.0.0.1:8000", apiKey: null, model: "large-v3" },
  ],
])("%o names who listens to voice notes", (env, transcription) => {
  expect(read(env).transcription).toEqual(transcription);
});

test("a model of nobody is a slip", () => {
  expect(() => read({ RECADO_TRANSCRIPTION_MODEL: "large-v3" })).toThrow(/RECADO_TRANSCRIPTION_API_KEY or/);
  expect(() => read({ RECADO_TRANSCRIPTION_URL: "ftp://voz" })).toThrow(/RECADO_TRANSCRIPTION_URL/);
});
