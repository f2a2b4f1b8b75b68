import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "../support/oracle.ts";
import { type GraphServer, openGraphServer } from "../support/provider/graph-server.ts";
import { postWebhook, type RecadoProcess, startRecado, textWebhook } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let graph: GraphServer;
const running: RecadoProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  graph = await openGraphServer();
});
afterAll(async () => {
  await Promise.all(running.map((recado) => recado.stop()));
  await graph?.close();
  await database?.drop();
});

async function start(graphUrl: string): Promise<RecadoProcess> {
  const recado = await startRecado("start", {
    databaseUrl: database.url,
    graphUrl,
    env: { RECADO_RESPONSE_SPEED: "0", RECADO_LEASE_MS: "2000" },
  });
  running.push(recado);
  return recado;
}

const ALL = "Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co";
const PHONE = "573015550142";
const answered = (texts: number) =>
  eventually(`${texts} texts have reached the customer`, () => graph.ledger.length >= texts);

test("a process that is killed after the order and before its reply leaves one order and one reply (58)", async () => {
  const first = await start(graph.url);
  for (const [index, text] of ["quiero hacer un pedido", ALL, "2"].entries()) {
    expect(await postWebhook(first.url as string, textWebhook(PHONE, `wamid.58.${index}`, text))).toBe(200);
    await answered(index + 1);
  }
  await first.stop();

  // Nobody is at the other end: the order is committed, and its reply cannot leave.
  const cutOff = await start("http://127.0.0.1:9/v26.0");
  expect(await postWebhook(cutOff.url as string, textWebhook(PHONE, "wamid.58.yes", "sí confirmo"))).toBe(200);
  await eventually("the order is committed", async () => (await database.rows("select from orders")).length === 1);
  cutOff.signal("SIGKILL");
  await cutOff.ended;
  expect(graph.ledger).toHaveLength(3);

  const last = await start(graph.url);
  // Delivered again, because Meta cannot know.
  expect(await postWebhook(last.url as string, textWebhook(PHONE, "wamid.58.yes", "sí confirmo"))).toBe(200);
  // Whether the reply had left is in doubt, and the doubt takes its time.
  await eventually("the reply has reached the customer", async () => {
    await database.advance(5_000);
    return graph.ledger.length >= 4;
  });
  await eventually("all is quiet", async () => {
    const busy = await database.rows("select from conversations where run_at is not null or send_at is not null");
    return busy.length === 0;
  });
  expect(graph.ledger.map(({ text }) => text).filter((text) => text.includes("quedó confirmado"))).toHaveLength(1);
  expect(await database.rows("select status, pack, total::int from orders")).toEqual([
    { status: "confirmed", pack: "2x", total: 129_900 },
  ]);
  expect(await violations(database)).toEqual([]);
}, 180_000);
