import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { Wake } from "../../src/core/ports/wake-engine.ts";
import { type RestateSdk, restateEngine } from "../../src/engines/restate-engine.ts";

/** A door serves nothing, so it needs nothing of the SDK. */
const NO_SDK = {} as RestateSdk;

const wake = (id: string): Wake => ({
  workspaceId: DEFAULT_WORKSPACE,
  conversationId: "0199a000-0000-7000-8000-000000000001" as ConversationId,
  at: new Date(),
  id,
});

/** What stands where Restate takes requests. `statuses`: its next answers; then 202. */
async function openIngress(statuses: number[]) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    response.statusCode = statuses.shift() ?? 202;
    request.resume().once("end", () => response.end("{}"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    paths,
    engine: restateEngine(NO_SDK, { ingressUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
  };
}

test("Restate is asked once in half a minute for the same work, and at once for other work of the conversation", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-26T10:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const { paths, engine } = await openIngress([]);
  for (const id of ["1-1", "1-1", "2-1"]) await engine.wake([wake(id)]);
  expect(paths).toHaveLength(2);
  expect(paths[0]).toContain(
    `/RecadoConversation/${DEFAULT_WORKSPACE}%2F0199a000-0000-7000-8000-000000000001/work/send`,
  );
  vi.setSystemTime(new Date("2026-11-26T10:00:30Z"));
  await engine.wake([wake("1-1")]);
  expect(paths).toHaveLength(3);
});

test("a wake that Restate refused is told to the caller and asked for again", async () => {
  const { paths, engine } = await openIngress([503]);
  await expect(engine.wake([wake("1-1")])).rejects.toThrow(/503/);
  await engine.wake([wake("1-1")]);
  expect(paths).toHaveLength(2);
});
