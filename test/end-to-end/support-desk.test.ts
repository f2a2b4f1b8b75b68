import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadAgentModule } from "../../src/app/agents/load-agent-module.ts";
import { openConversation } from "../../src/doors/test.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { readsOf } from "../support/reads.ts";
import { eventually, openShop, recordingChannel, registryOf, type Shop } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The shop's own system: it knows one order, and may be down. */
let isDown = false;
const system = createServer((request, response) => {
  const status = isDown ? 500 : request.url === "/orders/1234" ? 200 : 404;
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ state: "shipped" }));
});
let database: TestDatabase;
let module: Awaited<ReturnType<typeof loadAgentModule>>;
const shops: Shop[] = [];
// The example reads its address when it is loaded, once a process. Another test may have loaded it before; this one loads a copy.
const copy = mkdtempSync(join(root, "test/end-to-end/.support-"));

beforeAll(async () => {
  await new Promise<void>((resolve) => system.listen(0, "127.0.0.1", resolve));
  process.env["REPISA_ORDERS_URL"] = `http://127.0.0.1:${(system.address() as AddressInfo).port}`;
  cpSync(join(root, "examples/support"), copy, { recursive: true });
  [database, module] = await Promise.all([createTestDatabase(), loadAgentModule(join(copy, "support.js"), root)]);
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.worker.stop(500)));
  rmSync(copy, { recursive: true });
  await Promise.all([database.drop(), new Promise((resolve) => system.close(resolve))]);
});

function supportAgent() {
  const [agent] = module.agents;
  if (agent === undefined) throw new Error("examples/support has no agent");
  return agent;
}

let people = 0;
const PLACES = {
  memory: () => openConversation(supportAgent(), { tools: module.parts.tools }),
  PostgreSQL: () => {
    const { channel, texts } = recordingChannel();
    const tools = createShopTools({ tools: module.parts.tools });
    const shop = openShop(database.store, { channel, agents: registryOf({ ...supportAgent(), id: "somnio" }), tools });
    shops.push(shop);
    shop.worker.start();
    people += 1;
    const phone = `57309${String(people).padStart(7, "0")}`;
    const { ended } = readsOf(() => database);
    return {
      async says(text: string) {
        const before = texts().length;
        await ended((await shop.says(text, { phone })).runId);
        await eventually("the reply", () => texts().length > before);
        return texts().slice(before);
      },
    };
  },
};

const rows = [...readFileSync(`${root}examples/support/README.md`, "utf8").matchAll(/^\| (¿.+) \| (.+) \| (.+) \|$/gm)];
const table = rows.map(([, asks = "", system = "", heard = ""]) => ({ asks, system, heard }));

test("the README shows an order, an unknown number and a system that is down", () => {
  expect(table.map((row) => row.system)).toEqual(["answers `shipped`", "404", "is down"]);
});

describe.each(Object.entries(PLACES))("in %s", (_place, open) => {
  test.each(table)("$asks, while the system $system", async ({ asks, system: state, heard }) => {
    isDown = state === "is down";
    expect(await open().says(asks)).toEqual([heard]);
  });

  test("a number that comes in the next message is understood", async () => {
    isDown = false;
    const conversation = open();
    expect(await conversation.says("¿dónde va mi pedido?")).toEqual([expect.stringMatching(/número de su pedido/)]);
    expect(await conversation.says("1234")).toEqual(["Su pedido 1234 ya va en camino."]);
  });

  test("a question is answered, and the rest goes to a person", async () => {
    const conversation = open();
    expect(await conversation.says("hola, ¿cuánto cuesta el envío?")).toEqual([expect.stringMatching(/\$9\.900/)]);
    expect(await conversation.says("¿ustedes patrocinan equipos de fútbol?")).toEqual([
      expect.stringMatching(/persona del equipo/),
    ]);
  });
});
