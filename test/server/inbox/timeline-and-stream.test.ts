import { describe, expect, test } from "vitest";
import { newId } from "../../support/inbound.ts";
import { eventually } from "../../support/shop.ts";
import { openInbox } from "./open-inbox.ts";

const inbox = openInbox();
const { ask, read, customer } = inbox;

describe("the timeline", () => {
  test("says of each run what came, what was decided and what left; switches and notes stand between", async () => {
    const { id } = await customer("Lina", "hola", "persona");
    await ask("POST", `conversations/${id}/handback`, { actor: "maria" });
    const { items } = await read(`conversations/${id}/timeline`);
    expect(items.map(({ kind }) => kind)).toEqual(["switch", "run", "run"]);
    expect(items[0]).toMatchObject({ text: "handback by maria" });
    expect(items[2]).toMatchObject({
      outcome: "answered",
      events: [{ content: { type: "text", body: "hola" } }],
      decision: { intentInfo: { intent: "hola", confidence: 90 } },
      messages: [
        { content: { body: "eco: hola" }, status: "accepted", attempts: [{ attempt: 1, outcome: "accepted" }] },
      ],
    });
    const phases = ["ingest", "classify", "load_context", "plan", "act", "verify", "respond", "learn"];
    expect(items[2]).toMatchObject({ steps: phases.map((name) => ({ name, status: "ok" })) });
    expect(items[2]).not.toHaveProperty("decision.messages");
  });

  test("its pages have everything once, in order", async () => {
    // The last is said to a person: nothing was decided.
    const { id } = await customer("Lina", "uno", "persona", "tres");
    await ask("POST", `conversations/${id}/takeover`, { actor: "maria" });
    await ask("POST", `conversations/${id}/notes`, { text: "nota", idempotencyKey: "p" });
    const whole = (await read(`conversations/${id}/timeline?limit=100`)).items.map((item) => item["id"]);
    const paged: unknown[] = [];
    for (let cursor = ""; ; ) {
      const page = await read(`conversations/${id}/timeline?limit=1${cursor}`);
      paged.push(...page.items.map((item) => item["id"]));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(whole).toHaveLength(5);
    expect(paged).toEqual(whole);
  });

  test.each(["timeline", "notes"])("%s of a conversation that is not there is 404", async (what) => {
    for (const id of [newId(), "nonsense"]) expect((await ask("GET", `conversations/${id}/${what}`)).status).toBe(404);
  });
});

describe("the stream", () => {
  /** Reads what comes until it is closed. */
  async function listen(headers: Record<string, string> = {}) {
    const response = await ask("GET", "stream", undefined, headers);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = "";
    const ended = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        text += Buffer.from(value).toString("utf8");
      }
    })();
    const changes = () =>
      [...text.matchAll(/^id: (\S+)\ndata: (.*)$/gm)].map(([, id, data]) => ({
        eventId: id,
        ...JSON.parse(data ?? ""),
      }));
    return { text: () => text, changes, ended, close: () => reader.cancel() };
  }
  const first = (stream: Awaited<ReturnType<typeof listen>>) =>
    eventually("the stream begins", () => stream.text().includes("id: "));

  test("tells of a conversation and its run when a customer writes, and goes on where a reader was", async () => {
    const quiet = await customer("Lina", "hola");
    const stream = await listen();
    await first(stream);
    // The first look is what the next is compared with.
    await eventually("something is told", async () => {
      await ask("POST", `conversations/${quiet.id}/notes`, { text: "x", idempotencyKey: newId() });
      return stream.changes().some(({ id }) => id === quiet.id);
    });
    const { id } = await customer("Nueva", "hola");
    const told = () => stream.changes().filter(({ conversationId }) => conversationId === id);
    await eventually("the new conversation is told of", () => told().some(({ topic }) => topic === "run"));
    expect(told()[0]).toMatchObject({ topic: "conversation", id });
    const at = told()[0]?.eventId;
    const resumed = await listen({ "last-event-id": at });
    await eventually("what was missed is told", () =>
      resumed.changes().some(({ topic, conversationId }) => topic === "run" && conversationId === id),
    );
    expect(resumed.text()).not.toContain("event: reset");
    await resumed.close();
    const stranger = await listen({ "last-event-id": "another-process.17" });
    await eventually("a stranger starts anew", () => stranger.text().includes("event: reset"));
    await stranger.close();
    await stream.close();
  });

  test("ends when the process stops", async () => {
    const stream = await listen();
    await first(stream);
    inbox.stop();
    await stream.ended;
  });
});
