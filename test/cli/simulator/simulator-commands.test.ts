import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { buildProgram } from "../../../src/cli/program.ts";
import { serve } from "../../../src/server/serve.ts";
import { closedPort, localServer } from "../../whatsapp/support/local-server.ts";
import { ANA, type NUMBER, type SimulatedShop, secrets, simulatedShop } from "../../whatsapp/support/simulated-shop.ts";

let home = "";
let out = "";
let shop: SimulatedShop;
let url = "";

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "recado-simulator-"));
  out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.stubEnv("RECADO_DATA_DIR", home);
  shop = await simulatedShop();
  const listening = await serve(new Hono().route("/simulator", shop.simulator.app), "127.0.0.1", 0);
  onTestFinished(() => listening.close());
  ({ url } = listening);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
  rmSync(home, { recursive: true });
});

/** Runs `recado simulator …`, and gives what it printed. */
async function run(...words: string[]): Promise<string> {
  out = "";
  const at = words.includes("--url") ? [] : ["--url", url];
  const token = words.includes("--token") ? [] : ["--token", secrets.accessToken];
  await buildProgram().parseAsync(["node", "recado", "simulator", ...words, ...at, ...token]);
  return out.trim();
}

const buttons = [
  { id: "1x", title: "Uno" },
  { id: "2x", title: "Dos" },
];

function send(content: Parameters<typeof shop.api.send>[0]["content"]) {
  return shop.api.send({
    phoneNumberId: "100000000000001" as typeof NUMBER,
    recipient: { phone: ANA, bsuid: null },
    content,
    replyTo: null,
    opaque: "k",
  });
}

test("a fault is switched on, seen and switched off", async () => {
  expect(await run("faults")).toMatch(/^No fault is switched on. There are: drop_response, /);
  expect(await run("fault", "refuse", "--code", "131056", "--next", "2", "--recipient", `+${ANA}`, "--transient")).toBe(
    `1  refuse  recipient=+${ANA} next=2 code=131056 isTransient=true  (on, met 0, happened 0)`,
  );
  expect(await send({ type: "text", body: "x" })).toMatchObject({ kind: "refused", code: 131056 });
  expect(await run("faults")).toMatch(/\(on, met 1, happened 1\)$/);
  expect(JSON.parse(await run("faults", "--json"))).toMatchObject({ items: [{ kind: "refuse", fired: 1 }] });
  await run("fault", "late_sent", "--json");
  expect(await run("clear", "1")).toBe("1 fault is off.");
  expect(JSON.parse(await run("clear", "--json"))).toEqual({ removed: 1 });
});

test("a customer writes, sees what can be tapped, and taps it", async () => {
  expect(await run("say", ANA, "hola", "--name", "Ana")).toMatch(/^wamid\.\S+ {2}the webhook answered 200$/);
  expect(shop.heard[0]?.messages).toMatchObject([{ profileName: "Ana", content: { body: "hola" } }]);
  await send({ type: "buttons", body: "¿Cuál?", buttons });
  const shown = (await run("hear", ANA)).split("\n").map((line) => line.replace(/^\d+ {2}\S+ {2}/, ""));
  expect(shown).toEqual(["¿Cuál?", "      1. Uno", "      2. Dos"]);
  await run("send", ANA, "choice", "--number", "2");
  expect(shop.heard.flatMap(({ messages }) => messages).at(-1)?.content).toMatchObject({
    type: "button",
    payload: "2x",
  });
});

test("a customer sends a file of one's own, and a sample", async () => {
  const path = join(home, "recibo.pdf");
  writeFileSync(path, "%PDF-1.4\n");
  await run("send", ANA, "document", "--file", path);
  await run("send", ANA, "audio", "--no-voice");
  const contents = shop.heard.flatMap(({ messages }) => messages.map(({ content }) => content));
  expect(contents).toMatchObject([
    { media: "document", fileName: "recibo.pdf", mimeType: "application/pdf" },
    { media: "audio", isVoiceNote: false },
  ]);
});

test("digits in a text stay a text", async () => {
  await run("say", ANA, "2");
  await run("send", ANA, "edit", "--text", "3");
  expect(shop.heard.flatMap(({ messages }) => messages.map(({ content }) => content))).toMatchObject([
    { type: "text", body: "2" },
    { type: "edit", body: "3" },
  ]);
});

test("a webhook that does not take the message is exit code 1", async () => {
  await run("fault", "unsigned");
  expect(await run("say", ANA, "hola")).toMatch(/the webhook answered 401$/);
  expect(process.exitCode).toBe(1);
});

test("the ledger and the state can be read by people and by scripts", async () => {
  await run("say", ANA, "hola");
  expect(await run("ledger", "--type", "customer")).toMatch(
    /^1 {2}\S+ {2}customer {2}wamid=wamid\.\S+ phoneNumberId=1000/,
  );
  expect(JSON.parse(await run("ledger", "--type", "customer", "--json"))).toMatchObject({
    type: "customer",
    n: 1,
    phone: ANA,
  });
  expect(await run("ledger", "--limit", "1")).toMatch(/There is more: --after 1 goes on\.$/);
  expect(await run("status")).toMatch(/customer +1/);
  expect(JSON.parse(await run("status", "--json"))).toMatchObject({ ledger: { counts: { customer: 1 } } });
});

test("rules are shown and changed", async () => {
  expect(await run("rules")).toBe("pairRate=true window=known");
  const changed = await run(
    "rules",
    "--pair-rate",
    "off",
    "--window",
    "strict",
    "--numbers",
    "1,2",
    "--retries-over-ms",
    "90",
  );
  expect(changed).toBe('pairRate=false window=strict phoneNumberIds=["1","2"] retriesOverMs=90');
  expect(await run("rules", "--numbers", "any", "--retries-over-ms", "default")).toBe("pairRate=false window=strict");
});

test.each([
  [["fault", "gremlin"], /kind is "gremlin": it must be one of drop_response, /],
  [["fault", "drop_response", "--delay-ms", "5"], /delayMs/],
  [["fault", "duplicate", "--copies", "many"], /copies: /],
  [["clear", "77"], /There is no fault "77"/],
  [["rules", "--pair-rate", "perhaps"], /pairRate: /],
  [["ledger", "--type", "gossip"], /must be of send_accepted, /],
  [["send", ANA, "dance"], /kind is "dance": it must be one of text, /],
  [["send", ANA, "image", "--file", "/nowhere.png"], /--file \/nowhere.png cannot be read \(ENOENT\)/],
  [["say", "ana", "hola"], /customer: must be a phone with country code, or a BSUID/],
  [["status", "--token", "another"], /does not take this token: give with --token/],
  [["status", "--url", "ftp://x"], /--url is "ftp:\/\/x"/],
])("%j is refused with the way out", async (words, sentence) => {
  await expect(run(...words)).rejects.toThrow(sentence);
});

test("where no simulator is, the way to one is said", async () => {
  const other = await localServer((_post, response) => void response.writeHead(404).end());
  await expect(run("status", "--url", other.url)).rejects.toThrow(/no simulator in it/);
  const nobody = `http://127.0.0.1:${await closedPort()}`;
  await expect(run("status", "--url", nobody)).rejects.toThrow(/No simulator answers at .*recado simulator serve/);
  await expect(buildProgram().parseAsync(["node", "recado", "simulator", "status"])).rejects.toThrow(
    /No token of a simulator/,
  );
});

test("what WHATSAPP_API_URL names is understood too", async () => {
  expect(await run("status", "--url", `${url}/simulator/v26.0`)).toMatch(/since/);
});
