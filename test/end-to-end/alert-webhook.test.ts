import { createHmac } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "../support/inbound.ts";
import { type RecadoProcess, startRecado } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** Alerts leave the house by a real process and a real server: at least once, and with nobody's phone. */
const SECRET = "secret-of-the-alert-webhook";
const PHONE = "573001234567";

interface Post {
  readonly body: string;
  readonly signature: string | undefined;
  readonly timed: string | undefined;
}

let database: TestDatabase;
let server: Server;
let posts: Post[] = [];
let answer: (response: ServerResponse) => void;
const processes: RecadoProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const header = (name: string) => request.headers[name]?.toString();
      posts.push({ body, signature: header("x-recado-signature"), timed: header("x-recado-signature-timed") });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((one) => one.stop()));
  posts = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.drop();
});

async function startWorker(): Promise<RecadoProcess> {
  const { port } = server.address() as AddressInfo;
  const env = {
    RECADO_ALERT_WEBHOOK_URL: `http://127.0.0.1:${port}/hook`,
    RECADO_ALERT_WEBHOOK_SECRET: SECRET,
    RECADO_PUBLIC_URL: "https://recado.shop.example/",
  };
  const started = await startRecado("worker", { databaseUrl: database.url, graphUrl: "http://127.0.0.1:9", env });
  processes.push(started);
  return started;
}

async function raise(kind: string): Promise<void> {
  const detail = { said: `call ${PHONE}` };
  await database.store.alerts.raise(
    [{ kind, subject: PHONE, severity: "warning", phoneNumberId: null, detail }],
    newId,
  );
}

const standing = (kind: string) =>
  database.rows("select id::text, tell_at, told_at, tell_failures from alerts where kind = $1", [kind]);

test("an alert is posted until it is accepted, signed, and with nothing about the customer", async () => {
  answer = (response) => response.writeHead(posts.length < 3 ? 500 : 204).end();
  await raise("message_held");
  const recado = await startWorker();
  await eventually("the post is accepted", async () => (await standing("message_held"))[0]?.["told_at"] != null);
  const [kept] = await standing("message_held");
  expect(kept).toMatchObject({ tell_at: null, tell_failures: 0 });
  expect(posts).toHaveLength(3);
  for (const { body, signature, timed } of posts) {
    const [, seconds = "", hmac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(timed ?? "") ?? [];
    expect(hmac).toBe(createHmac("sha256", SECRET).update(`${seconds}.${body}`).digest("hex"));
    expect(Number(seconds) * 1_000).toBeLessThanOrEqual(Date.now());
    expect(JSON.parse(body)).toEqual({
      id: kept?.["id"],
      kind: "message_held",
      workspace: "default",
      severity: "warning",
      status: "open",
      count: 1,
      text: "A message may or may not have gone out, and a person must decide.",
      raisedAt: expect.any(String),
      lastSeenAt: expect.any(String),
      link: "https://recado.shop.example/studio/confirmations",
    });
    expect(signature).toBe(`sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`);
  }
  const lines = recado.output().split("\n");
  const alerts = lines.filter((line) => line.includes('"msg":"alert"')).map((line) => JSON.parse(line));
  expect(alerts).toMatchObject([
    { level: "warn", kind: "message_held", alert: kept?.["id"], workspace: "default", subject: "…4567" },
  ]);
  expect(lines.filter((line) => line.includes("did not take an alert"))).toHaveLength(2);
  expect(recado.output()).not.toContain(PHONE);

  // Raised again while it is open, it is told again with its count, and not at once.
  await raise("message_held");
  const [again] = await database.rows(
    "select extract(epoch from tell_at - told_at) / 60 as minutes from alerts where kind = 'message_held'",
  );
  expect(Number(again?.["minutes"])).toBe(15);
}, 30_000);

test("a process that is killed while it posts is followed by another with the same alert", async () => {
  answer = () => {};
  const first = await startWorker();
  await raise("security");
  await eventually("the post has come", async () => posts.length === 1);
  first.signal("SIGKILL");
  await first.ended;
  const [claimed] = await standing("security");
  expect(claimed).toMatchObject({ told_at: null });
  expect(claimed?.["tell_at"]).not.toBeNull();
  // The dead one's time is up.
  await database.rows("update alerts set tell_at = recado_now() where kind = 'security'");
  answer = (response) => response.writeHead(200).end();
  const second = await startWorker();
  await eventually("it is told", async () => (await standing("security"))[0]?.["told_at"] != null);
  expect(posts.map(({ body }) => JSON.parse(body).id)).toEqual([claimed?.["id"], claimed?.["id"]]);
  // Nobody knows whether the first one's line was written, so the second one writes it too.
  expect(second.output()).toContain('"msg":"alert"');
}, 30_000);
