import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import {
  type ConversationId,
  DEFAULT_WORKSPACE,
  type OutboxId,
  type PhoneNumberId,
  type WorkerId,
} from "../../src/core/ids.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { timersThatRanOut } from "../support/timers-that-ran-out.ts";
import { messagesWebhook, openDoor, signed, textWebhook, VERIFY_TOKEN, WEBHOOK } from "./open-door.ts";

const OFFER = { worker: "01900000-0000-7000-8000-0000000000aa" as WorkerId, leaseMs: 30_000, freeSlots: 4 };

describe("the handshake", () => {
  const ask = (query: Record<string, string>) => openDoor().app.request(`${WEBHOOK}?${new URLSearchParams(query)}`);

  test("gives the bare challenge back as plain text", async () => {
    const response = await ask({
      "hub.mode": "subscribe",
      "hub.verify_token": VERIFY_TOKEN,
      "hub.challenge": "11<b>58",
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await response.text()).toBe("11<b>58");
  });

  test.each([
    [{ "hub.mode": "subscribe", "hub.verify_token": `${VERIFY_TOKEN}x`, "hub.challenge": "1" }],
    [{ "hub.mode": "subscribe", "hub.verify_token": "", "hub.challenge": "1" }],
    [{ "hub.mode": "unsubscribe", "hub.verify_token": VERIFY_TOKEN, "hub.challenge": "1" }],
    [{ "hub.mode": "subscribe", "hub.verify_token": VERIFY_TOKEN }],
    [{}],
  ])("%j is 403", async (query: Record<string, string>) => {
    const response = await ask(query);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "verify_token_mismatch" });
  });
});

describe("signatures", () => {
  const { app_secret, vectors } = z
    .object({
      app_secret: z.string(),
      vectors: z.array(
        z.object({
          name: z.string(),
          raw_body_base64: z.string(),
          header: z.string().nullish(),
          expect: z.union([z.boolean(), z.string()]),
        }),
      ),
    })
    .parse(
      JSON.parse(
        readFileSync(new URL("../fixtures/whatsapp-payloads/derived__signature_vectors.json", import.meta.url), "utf8"),
      ),
    );

  // One vector is ours to decide (Meta never sends it): test/whatsapp does.
  test.each(vectors.filter((vector) => typeof vector.expect === "boolean"))("$name", async (vector) => {
    const { app, double } = openDoor({ settings: { appSecrets: ["the-one-before", app_secret] } });
    const response = await app.request(WEBHOOK, {
      method: "POST",
      headers: vector.header ? { "x-hub-signature-256": vector.header } : {},
      body: Buffer.from(vector.raw_body_base64, "base64"),
    });
    expect(response.status).toBe(vector.expect ? 200 : 401);
    expect(double.written > 0).toBe(vector.expect);
  });

  test("a body without a signature is 401 and writes nothing", async () => {
    for (const body of [textWebhook("hola"), Buffer.from("\u0000\ud800"), Buffer.from([0xff, 0xfe]), Buffer.from("")]) {
      const { app, double } = openDoor();
      const response = await app.request(WEBHOOK, { method: "POST", body });
      expect(response.status).toBe(401);
      expect(double.written).toBe(0);
    }
  });

  test("a body signed with a secret that was rotated away is 401", async () => {
    const { app } = openDoor({ settings: { appSecrets: ["the-new-secret"] } });
    expect((await app.request(WEBHOOK, signed(textWebhook("hola")))).status).toBe(401);
  });
});

describe("what a signed body carries", () => {
  test("is enqueued in one call, each message with its number and an id of its own", async () => {
    const { app, double } = openDoor();
    const message = (id: string) => ({
      from: "573001112233",
      id,
      timestamp: "1767225600",
      type: "text",
      text: { body: id },
    });
    const response = await app.request(WEBHOOK, signed(messagesWebhook([message("wamid.1"), message("wamid.2")])));
    expect(response.status).toBe(200);
    expect(double.requests).toHaveLength(1);
    const items = double.requests[0]?.items ?? [];
    expect(items.map(({ content }) => content)).toEqual([
      { type: "text", body: "wamid.1" },
      { type: "text", body: "wamid.2" },
    ]);
    expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(2);
    expect(items.every(({ phoneNumberId }) => phoneNumberId === "106540352242922")).toBe(true);
  });

  test("is quarantined and answered 200 where it cannot be read", async () => {
    for (const body of ["not json", "[]", `${"[".repeat(100_000)}`, "\u0000"]) {
      const { app, double } = openDoor();
      expect((await app.request(WEBHOOK, signed(body))).status).toBe(200);
      expect(double.quarantined).toHaveLength(1);
      expect(double.requests).toHaveLength(0);
    }
  });

  test("begins its turns in this process after the commit (R1)", async () => {
    const { app, double, accepted, wakes } = openDoor({ offer: OFFER });
    const turn = { lease: { conversationId: "c" } } as unknown as ClaimedTurn;
    double.turnsToLease = [turn];
    expect((await app.request(WEBHOOK, signed(textWebhook("hola")))).status).toBe(200);
    expect(double.requests[0]?.offer).toEqual(OFFER);
    expect(accepted).toEqual([turn]);
    expect(wakes()).toBe(0);
  });

  test("wakes the worker only where work was left that nobody holds", async () => {
    const busy = openDoor({ offer: { ...OFFER, freeSlots: 0 } });
    await busy.app.request(WEBHOOK, signed(textWebhook("hola")));
    expect(busy.wakes()).toBe(1);
    await busy.app.request(WEBHOOK, signed(textWebhook("hola")));
    expect(busy.wakes()).toBe(1); // a duplicate is no work

    const burst = openDoor({ offer: OFFER, settings: { coalesceMs: 1_000 } });
    await burst.app.request(WEBHOOK, signed(textWebhook("hola")));
    expect(burst.wakes()).toBe(1);

    const heldByAnother = openDoor({ offer: OFFER });
    await heldByAnother.app.request(WEBHOOK, signed(textWebhook("hola")));
    expect(heldByAnother.wakes()).toBe(0);
  });

  test("waits for the rest of a burst, and for nothing after a whole question or a button", async () => {
    const button = {
      from: "573001112233",
      id: "wamid.B",
      timestamp: "1767225600",
      type: "button",
      button: { text: "Sí", payload: "si" },
    };
    const { app, double } = openDoor({ settings: { coalesceMs: 900 } });
    await app.request(WEBHOOK, signed(textWebhook("hola")));
    await app.request(WEBHOOK, signed(textWebhook("cuánto vale el frasco?")));
    await app.request(WEBHOOK, signed(messagesWebhook([button])));
    expect(double.requests.map(({ coalesceMs }) => coalesceMs)).toEqual([1_800, 0, 0]);
  });
});

describe("when the database", () => {
  test("refuses, the webhook is 503 and Meta comes again", async () => {
    const { app, double, logged } = openDoor();
    double.database = async () => {
      throw new Error("connection refused");
    };
    const response = await app.request(WEBHOOK, signed(textWebhook("hola")));
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.text()).not.toMatch(/refused/);
    expect(logged.some(({ level }) => level === "error")).toBe(true);
  });

  test.each([
    ["quarantine", "not json"],
    ["enqueue", textWebhook("hola")],
  ])("fails at %s alone, it is 503 too", async (_, body) => {
    const { app, double } = openDoor();
    double.database = () => Promise.reject(new Error("down"));
    expect((await app.request(WEBHOOK, signed(body))).status).toBe(503);
  });

  describe("takes one part of a webhook and refuses the other, whom the first concerns is told at once", () => {
    const timeout = new Error("canceling statement due to statement timeout");
    const body = (messages: unknown[]) => {
      const status = { id: "wamid.OUT", status: "failed", timestamp: "1767225600", recipient_id: "573001112233" };
      const value = { metadata: { phone_number_id: "106540352242922" }, messages, statuses: [status] };
      return JSON.stringify({
        object: "whatsapp_business_account",
        entry: [{ id: "1", changes: [{ field: "messages", value }] }],
      });
    };
    const at = { from: "573001112233", id: "wamid.IN", timestamp: "1767225600" };

    test("a refused message is an alert though the messages beside its report were not stored", async () => {
      const { app, double } = openDoor();
      double.store.mailbox.enqueue = () => Promise.reject(timeout);
      const failure = {
        workspaceId: DEFAULT_WORKSPACE,
        outboxId: "o" as OutboxId,
        conversationId: "c" as ConversationId,
        phoneNumberId: "106540352242922" as PhoneNumberId,
        code: 132015,
        refusal: "template" as const,
      };
      double.reportsTell = { failures: [failure] };
      const text = { ...at, type: "text", text: { body: "hola" } };
      expect((await app.request(WEBHOOK, signed(body([text])))).status).toBe(503);
      expect(double.alerts.map(({ kind }) => kind)).toEqual(["send_refused_template"]);
    });

    test("an upset customer is an alert though the reports beside it were not stored", async () => {
      const { app, double } = openDoor();
      double.store.outbox.recordStatuses = () => Promise.reject(timeout);
      const reaction = { ...at, type: "reaction", reaction: { message_id: "wamid.0", emoji: "😡" } };
      expect((await app.request(WEBHOOK, signed(body([reaction])))).status).toBe(503);
      expect(double.alerts.map(({ kind }) => kind)).toEqual(["customer_upset"]);
    });
  });

  test("is silent, the answer is 503 within a second, and turns that were leased after it still begin", async () => {
    const { app, double, accepted } = openDoor({ offer: OFFER });
    const database = withResolvers();
    double.database = () => database.promise;
    double.turnsToLease = [{ lease: { conversationId: "c" } } as unknown as ClaimedTurn];
    const ranOut = timersThatRanOut();
    const response = await app.request(WEBHOOK, signed(textWebhook("hola")));
    expect(response.status).toBe(503);
    expect(ranOut).not.toEqual([]);
    expect(Math.max(...ranOut)).toBeLessThanOrEqual(1_000);
    expect(accepted).toHaveLength(0);
    database.resolve();
    await vi.waitFor(() => expect(accepted).toHaveLength(1));
  });

  test("is silent, bodies in flight stay within the budget: the rest is refused at once", async () => {
    const { app, double } = openDoor();
    const database = withResolvers();
    let asked = 0;
    double.database = () => {
      asked++;
      return database.promise;
    };
    const body = Buffer.alloc(2 * 1024 * 1024, "x");
    const first = Array.from({ length: 20 }, async () => (await app.request(WEBHOOK, signed(body))).status);
    expect(new Set(await Promise.all(first))).toEqual(new Set([503]));
    // At most 32 MiB in flight: the bodies behind them never reached the database.
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(16);
    // Nothing was given back while the database holds the bytes.
    expect((await app.request(WEBHOOK, signed(body))).status).toBe(503);
    database.resolve();
    await vi.waitFor(async () => expect((await app.request(WEBHOOK, signed(body))).status).toBe(200));
  });
});

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
