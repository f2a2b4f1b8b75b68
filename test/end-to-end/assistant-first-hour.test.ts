/**
 * The assistant as `npm start` opens it, with no set-up at all: what it says that it can do, it does. With WhatsApp's own
 * account and no approved template, a person hears of what may not arrive.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openGraphServer } from "../support/provider/graph-server.ts";
import {
  API_TOKEN,
  postWebhook,
  type RecadoProcess,
  readApi,
  startRecado,
  textWebhook,
} from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

const ENTRY = fileURLToPath(new URL("../../bin/recado.js", import.meta.url));
const HELP = "¿qué puede hacer?";
const CANNOT = /no pude hacer|todavía no lo sé hacer|Una persona lo revisa/u;

let database: TestDatabase;
let dataDir: string;
let recado: RecadoProcess | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "recado-assistant-"));
}, 120_000);
afterAll(async () => {
  await recado?.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function runs(command: readonly string[], typed = ""): Promise<string> {
  const port = new URL(recado?.url ?? "").port;
  const child = spawn(process.execPath, [ENTRY, ...command], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], PORT: port, RECADO_DATA_DIR: dataDir, RECADO_API_TOKEN: API_TOKEN },
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stdin.end(typed);
  await new Promise((resolve) => child.once("exit", resolve));
  return output;
}

/** What the customer reads after each line, typed into `recado chat`. */
async function chats(lines: readonly string[]): Promise<string[]> {
  const output = await runs(["chat"], `${lines.join("\n")}\n`);
  return output.split(/^you {2}› .*$/mu).slice(1);
}

test("it does each thing that it offers as an example, from the first start on the simulator", async () => {
  const env = {
    ...{ RECADO_AGENT: "assistant", RECADO_DATA_DIR: dataDir },
    ...{ WHATSAPP_API_URL: "", WHATSAPP_ACCESS_TOKEN: "", WHATSAPP_APP_SECRET: "", WHATSAPP_VERIFY_TOKEN: "" },
  };
  recado = await startRecado("start", { databaseUrl: database.url, graphUrl: "", env });
  const [help = ""] = await chats([HELP]);
  const examples = [...help.matchAll(/«(.+?)»/gu)].map(([, example = ""]) => example);
  expect(examples.length).toBeGreaterThanOrEqual(12);
  const answers = await chats(examples);
  expect(answers).toHaveLength(examples.length);
  expect(examples.filter((_, at) => CANNOT.test(answers[at] ?? ""))).toEqual([]);
  expect(answers[0]).toContain("Listo, se lo recuerdo");
}, 120_000);

test("a price list that a customer sends answers what a thing costs, with its row", async () => {
  const list = join(dataDir, "precios.csv");
  await writeFile(list, "Producto;Precio;Garantía\nNevera 300 L;1.850.000;2 años\nLavadora 15 kg;1.290.000;1 año\n");
  await runs(["simulator", "send", "573001112233", "document", "--file", list, "--file-name", "precios.csv"]);
  const isRead = async () => (await chats(["¿qué documentos tengo?"]))[0]?.includes("precios.csv\n") === true;
  await eventually("the file is read", isRead);
  const [price = "", nothing = ""] = await chats(["¿cuánto vale la lavadora?", "¿cuánto vale la licuadora?"]);
  expect(price).toContain("1.290.000");
  expect(price).not.toContain("Nevera");
  expect(nothing).not.toContain("precios.csv");
  await recado?.stop();
}, 120_000);

test("without the approved template a far reminder is kept, and a person hears that it may not arrive", async () => {
  const graph = await openGraphServer();
  const real = await createTestDatabase();
  const shop = await startRecado("start", {
    ...{ databaseUrl: real.url, graphUrl: graph.url, env: { RECADO_AGENT: "assistant" } },
  });
  try {
    const url = shop.url ?? "";
    const phone = "573005550101";
    expect(
      await postWebhook(url, textWebhook(phone, "wamid.far", "recuérdeme pagar la luz en 3 días a las 8 am")),
    ).toBe(200);
    const heard = () => graph.ledger.filter(({ to }) => to === phone).map(({ text }) => text);
    await eventually("an answer", () => heard().length > 0);
    expect(heard()[0]).toContain("Listo, se lo recuerdo");
    const { body } = await readApi(url, "/internal/agent/tasks");
    expect(JSON.stringify(body)).toContain('"reminder_template"');
  } finally {
    await shop.stop();
    await graph.close();
    await real.drop();
  }
}, 120_000);
