import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DueEvent } from "../../src/core/ports/feed/event-feed.ts";
import { createPostEvent } from "../../src/outside/post-event.ts";
import { eventually } from "../support/shop.ts";

/** The receiver of docs/events.md, as a reader copies it, and our own posts. */
const SECRET = `whsec_${Buffer.from("a secret of the receiver").toString("base64")}`;
let receiver: ReturnType<typeof spawn>;
let url = "";
let printed = "";

beforeAll(async () => {
  const page = await readFile(new URL("../../docs/events.md", import.meta.url), "utf8");
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  const port = await freePort();
  url = `http://127.0.0.1:${port}/`;
  receiver = spawn(process.execPath, ["--input-type=module", "-e", code], {
    env: { PORT: String(port), RECADO_EVENTS_SECRET: SECRET },
  });
  receiver.stdout?.on("data", (part) => (printed += part));
  await eventually("the receiver listens", () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
});
afterAll(() => receiver.kill());

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

const event: Omit<DueEvent, "url"> = {
  ...({} as Pick<DueEvent, "workspaceId" | "conversationId">),
  ...{ id: "e1", endpointId: "x", kind: "order.confirmed", attempt: 1, failures: 0, push: null, endpointFailures: 0 },
  secrets: [SECRET],
  data: { conversation: "c1", order: { total: 129_900 } },
  happenedAt: new Date("2026-11-23T12:00:00Z"),
};
const post = (changes: Partial<DueEvent> = {}, now = new Date()) =>
  createPostEvent({ mayBePrivate: true, contactUrl: null, now: () => now })(
    { ...event, url, ...changes },
    new AbortController().signal,
  );

test("the receiver of the page keeps an event once, and refuses a wrong signature and a post that was recorded", async () => {
  expect(await post()).toEqual({ kind: "taken" });
  expect(await post()).toEqual({ kind: "taken" });
  await eventually("the event is printed", async () => printed !== "");
  expect(printed).toBe("order.confirmed c1\n");
  const refused = { kind: "failed", detail: "it answered 401" };
  expect(await post({ secrets: ["whsec_b3RoZXI="] })).toMatchObject(refused);
  expect(await post({}, new Date(Date.now() - 600_000))).toMatchObject(refused);
  // While a secret is changed, either of the two signatures is enough.
  expect(await post({ secrets: ["whsec_b3RoZXI=", SECRET] })).toEqual({ kind: "taken" });
});
