import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { linesInFile } from "../../src/simulator/ledger-lines.ts";
import { eventually } from "./support/eventually.ts";
import { ANA, NUMBER, type SimulatedShop, secrets, simulatedShop } from "./support/simulated-shop.ts";

const headers = { authorization: `Bearer ${secrets.accessToken}` };
const hola = { type: "text", text: { body: "hola" } };

function ledgerFile(): string {
  const dir = mkdtempSync(join(tmpdir(), "recado-ledger-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, "deep", "ledger.jsonl");
}

function send({ api }: SimulatedShop, body: string, opaque = "v1:a:1") {
  return api.send({
    phoneNumberId: NUMBER,
    recipient: { phone: ANA, bsuid: null },
    content: { type: "text", body },
    replyTo: null,
    opaque,
  });
}

async function page({ url }: SimulatedShop, query = "") {
  const answer = await fetch(`${url}/ledger${query}`, { headers });
  return (await answer.json()) as { items: { n: number; type: string }[]; nextAfter: number; isEnd: boolean };
}

test("everything that happened stands in the ledger", async () => {
  const shop = await simulatedShop();
  const said = shop.simulator.customerSays(ANA, { phoneNumberId: NUMBER, content: hola });
  await said.end;
  await shop.api.showTyping(NUMBER, said.wamid);
  const outcome = await send(shop, "¡hola!");
  await eventually(() => expect(shop.heard).toHaveLength(4));
  await shop.api.send({
    phoneNumberId: NUMBER,
    recipient: { phone: null, bsuid: "CO.1" },
    content: { type: "text", body: "x" },
    replyTo: null,
    opaque: "k".repeat(512),
  });
  await eventually(async () =>
    expect((await page(shop)).items.filter(({ type }) => type === "webhook")).toHaveLength(7),
  );
  const { items } = await page(shop);
  const wamid = outcome.kind === "accepted" ? outcome.wamid : "";
  expect(items.slice(0, 4)).toMatchObject([
    { n: 1, type: "customer", wamid: said.wamid, phoneNumberId: NUMBER, phone: ANA, content: hola },
    { n: 2, type: "webhook", updates: [1], attempt: 1, httpStatus: 200 },
    { n: 3, type: "read", wamid: said.wamid, isTyping: true },
    {
      n: 4,
      type: "send_accepted",
      wamid,
      opaque: "v1:a:1",
      phoneNumberId: NUMBER,
      to: `+${ANA}`,
      phone: ANA,
      kind: "text",
      content: { type: "text", text: { body: "¡hola!", preview_url: false } },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      at: "2026-11-21T12:00:00.500Z",
    },
  ]);
  expect(items.filter(({ type }) => type === "status")).toMatchObject([
    ...["sent", "delivered", "read"].map((status) => ({ status, wamid, opaque: "v1:a:1" })),
    {},
    {},
    {},
  ]);
});

test("pages follow one another and take types", async () => {
  const shop = await simulatedShop({ ledgerFile: ledgerFile() });
  for (let turn = 0; turn < 300; turn++) {
    shop.simulator.customerSays(`57300${String(turn).padStart(7, "0")}`, { phoneNumberId: NUMBER, content: hola });
  }
  const first = await page(shop, "?limit=2");
  expect(first).toMatchObject({ items: [{ n: 1 }, { n: 2 }], nextAfter: 2, isEnd: false });
  const rest = await page(shop, "?after=290&limit=20000&type=customer");
  expect(rest.items.map(({ n }) => n)).toEqual(expect.arrayContaining([291, 300]));
  expect(rest.items.every(({ type, n }) => type === "customer" && n > 290)).toBe(true);
  expect(await page(shop, "?after=999999")).toMatchObject({ items: [], isEnd: true });
});

test.each([["?limit=0"], ["?type=gossip"], ["?after=-1"], ["?until=3"]])("%s is refused", async (query) => {
  const shop = await simulatedShop();
  expect((await fetch(`${shop.url}/ledger${query}`, { headers })).status).toBe(422);
});

test("a ledger that was torn is cut back to its last whole line, and goes on", async () => {
  const file = ledgerFile();
  const before = await simulatedShop({ ledgerFile: file });
  await before.simulator.customerSays(ANA, { phoneNumberId: NUMBER, content: hola, name: "Ana", username: "ana.maria" })
    .end;
  await send(before, "una respuesta");
  await eventually(() => expect(before.heard).toHaveLength(4));
  await before.simulator.close();
  const whole = readFileSync(file, "utf8");
  const lines = whole.trimEnd().split("\n").length;
  appendFileSync(file, '{"type":"send_accepted","n":99,"wam');

  const after = await simulatedShop({ ledgerFile: file });
  expect(readFileSync(file, "utf8")).toBe(whole);
  const { items } = await after.simulator.customerHears(ANA, { phoneNumberId: NUMBER });
  expect(items).toMatchObject([{ text: "una respuesta" }]);
  await after.simulator.customerSays(ANA, { phoneNumberId: NUMBER, content: hola }).end;
  const ledger = await page(after);
  expect(ledger.items[lines]).toMatchObject({ n: lines + 1, type: "customer", name: "Ana", username: "ana.maria" });
  expect(ledger.items.map(({ n }) => n)).toEqual(ledger.items.map((_, place) => place + 1));
});

test("a line that something else wrote is passed over", async () => {
  const file = ledgerFile();
  const before = await simulatedShop({ ledgerFile: file });
  await send(before, "una respuesta");
  await before.simulator.close();
  appendFileSync(file, 'not json\n{"type":"gossip","n":2}\n');
  const after = await simulatedShop({ ledgerFile: file });
  expect((await after.simulator.customerHears(ANA, { phoneNumberId: NUMBER })).items).toHaveLength(1);
});

test("a full disk loses lines, says how many, and neither ends the process nor tears a line", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  let free = 20;
  const write = ((file: number, bytes: Uint8Array, from: number) => {
    const fits = Math.min(bytes.byteLength - from, free);
    if (fits === 0) throw full;
    free -= fits;
    return writeSync(file, bytes, from, fits);
  }) as typeof writeSync;
  const path = ledgerFile();
  const lines = linesInFile(path, write);
  lines.append('{"n":1}');
  lines.append('{"n":2,"text":"too long for what is left"}');
  expect([lines.count, lines.lost, readFileSync(path, "utf8")]).toEqual([1, 1, '{"n":1}\n']);
  free = 100;
  lines.append('{"n":2}');
  expect([...lines.after(0)]).toEqual(['{"n":1}', '{"n":2}']);
  lines.close();
});

test("a hundred thousand sends are read in pages, each send once", async () => {
  const { Ledger } = await import("../../src/simulator/ledger.ts");
  const ledger = new Ledger(ledgerFile(), { now: () => new Date(0), monotonicMs: () => 0 });
  for (let n = 0; n < 100_000; n++) {
    ledger.append({
      type: "send_accepted",
      wamid: `wamid.${n}`,
      opaque: `v1:${n}:1`,
      phoneNumberId: NUMBER,
      to: `+${ANA}`,
      bsuid: "CO.1",
      phone: ANA,
      kind: "text",
      content: { type: "text", text: { body: "una respuesta de largo normal, con algo de texto" } },
      sha256: "0".repeat(64),
    });
  }
  let count = 0;
  for (let after = 0, isEnd = false; !isEnd; ) {
    const found = ledger.readPage(after, 20_000, ["send_accepted"]);
    count += found.items.length;
    ({ nextAfter: after, isEnd } = found);
  }
  ledger.close();
  expect(count).toBe(100_000);
});

test("what was refused is told with its key, whatever was wrong with it", async () => {
  const shop = await simulatedShop();
  const body = {
    messaging_product: "whatsapp",
    to: `+${ANA}`,
    type: "text",
    text: { body: "" },
    biz_opaque_callback_data: "k",
  };
  const post = (token: string) =>
    fetch(`${shop.url}/v26.0/${NUMBER}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  await post(secrets.accessToken);
  await post("another");
  const told = { to: `+${ANA}`, opaque: "k", kind: "text", content: { text: { body: "" } } };
  expect((await page(shop, "?type=send_refused")).items).toMatchObject([
    { ...told, code: 100, httpStatus: 400, detail: expect.stringContaining("must not be empty") },
    { ...told, code: 190, httpStatus: 401 },
  ]);
});
