import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../src/core/ids.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { API_TOKEN, openDoor } from "./open-door.ts";

/** A stream is no longer than the right to it, and one workspace's streams leave the others theirs. */
const other = "other" as WorkspaceId;
const STREAM = "/internal/agent/stream";
let database: TestDatabase;
let door: ReturnType<typeof openDoor>["app"];
const open: ReadableStreamDefaultReader<Uint8Array>[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { store, signIn, accessAdmin } = database;
  await accessAdmin.createWorkspace({ id: other, name: "Other" }, "test");
  door = openDoor({ parts: { store, signIn, accessAdmin } }).app;
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((reader) => reader.cancel()));
});
afterAll(() => database.drop());

async function tokenOf(workspace: WorkspaceId, holder: { role: "viewer" } | { userId: string } = { role: "viewer" }) {
  const made = await database.accessAdmin.createToken(workspace, {
    ...{ name: "a reader", holder, scopes: null, lifeDays: 30, by: "test" },
  });
  if (made === null) throw new Error("no token was made");
  return made;
}

const as = (token: string) => ({ authorization: `Bearer ${token}` });

async function listen(headers: Record<string, string>) {
  const response = await door.request(STREAM, { headers });
  const reader = response.body?.getReader();
  if (response.status !== 200 || reader === undefined) return { status: response.status, ended: Promise.resolve() };
  open.push(reader);
  const ended = (async () => {
    while (!(await reader.read()).done);
  })();
  return { status: response.status, ended };
}

const owner = (method: string, path: string) =>
  door.request(path, { method, headers: { ...as(API_TOKEN), "content-type": "application/json" } });

describe("a stream ends", { timeout: 10_000 }, () => {
  test("when its token is revoked", async () => {
    const { id, token } = await tokenOf(DEFAULT_WORKSPACE);
    const { ended } = await listen(as(token));
    expect((await owner("POST", `/internal/agent/tokens/${id}/revoke`)).status).toBe(204);
    await ended;
  });

  test("when its member is removed", async () => {
    const maria = { userId: "maria", role: "viewer", name: "María" } as const;
    await database.accessAdmin.putMember(DEFAULT_WORKSPACE, maria, "test");
    const { ended } = await listen(as((await tokenOf(DEFAULT_WORKSPACE, { userId: "maria" })).token));
    expect((await owner("DELETE", "/internal/agent/members/maria")).status).toBe(204);
    await ended;
  });

  test("when the browser signs out", async () => {
    const own = { "x-recado-csrf": "1", origin: "https://shop.test", host: "shop.test" };
    const signed = await door.request("/studio/session", {
      ...{ method: "POST", headers: { ...own, "content-type": "application/json" } },
      body: JSON.stringify({ token: API_TOKEN }),
    });
    const cookie = signed.headers.get("set-cookie")?.split(";")[0] ?? "";
    const { ended } = await listen({ cookie });
    expect((await door.request("/studio/session", { method: "DELETE", headers: { ...own, cookie } })).status).toBe(204);
    await ended;
  });

  test("with its heartbeat, when the token runs out or another process has revoked it", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { id, token } = await tokenOf(DEFAULT_WORKSPACE);
    const { ended } = await listen(as(token));
    await database.rows("update api_tokens set expires_at = now() - interval '1 s' where id = $1", [id]);
    vi.advanceTimersByTime(15_000);
    await ended;
  });
});

test("the streams of one workspace, or one person, leave the others theirs", async () => {
  const readers = await Promise.all(Array.from({ length: 5 }, () => tokenOf(DEFAULT_WORKSPACE)));
  const own = [];
  for (let n = 0; n < 55; n += 1) own.push((await listen(as(readers[0]?.token ?? ""))).status);
  expect(own.filter((status) => status === 200)).toHaveLength(50);
  expect((await listen(as(API_TOKEN))).status).toBe(200);
  for (const { token } of readers) for (let n = 0; n < 50; n += 1) await listen(as(token));
  expect((await listen(as((await tokenOf(DEFAULT_WORKSPACE)).token))).status).toBe(503);
  expect((await listen(as((await tokenOf(other)).token))).status).toBe(200);
});
