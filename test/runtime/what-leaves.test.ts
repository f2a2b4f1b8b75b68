import { describe, expect, test } from "vitest";
import { eventually, recordingChannel } from "../support/shop.ts";
import { startedShops } from "../support/started-shops.ts";

const at = startedShops();
const { open, newPhone, conversationOf } = at;

describe("sending", () => {
  test("no byte left: it is tried again; refused for good: it is not", async () => {
    const outcomes = [
      { kind: "not_sent", detail: "ECONNREFUSED" } as const,
      { kind: "accepted", wamid: "wamid.ok", recipientPhone: null } as const,
    ];
    const { channel, sent } = recordingChannel(
      (_request, n) =>
        outcomes[n - 1] ??
        ({
          kind: "refused",
          refusal: "unreachable",
          code: 131026,
          detail: "undeliverable",
          retryAfterMs: null,
        } as const),
    );
    const shop = open({ channel, random: () => 0 });
    const one = await shop.says("hola", { phone: newPhone() });
    await eventually(
      "accepted at the second attempt",
      async () => (await conversationOf(one.conversationId)).messages?.[0]?.status === "accepted",
    );
    expect(sent.map((request) => request.opaque.at(-1))).toEqual(["1", "2"]);
    const two = await shop.says("hola", { phone: newPhone() });
    await eventually(
      "failed",
      async () => (await conversationOf(two.conversationId)).messages?.[0]?.status === "failed",
    );
    expect(sent).toHaveLength(3);
  });

  test("in doubt is never repeated blindly: only after the wait, and not once the customer has written again", async () => {
    const { channel, sent } = recordingChannel((_request, n) =>
      n === 1
        ? { kind: "in_doubt", detail: "timeout" }
        : { kind: "accepted", wamid: `wamid.${n}`, recipientPhone: null },
    );
    const shop = open({ channel });
    const one = await shop.says("hola", { phone: newPhone() });
    await eventually(
      "in doubt",
      async () => (await conversationOf(one.conversationId)).messages?.[0]?.status === "in_doubt",
    );
    shop.worker.wake("outbox");
    await shop.says("otra persona", { phone: newPhone() });
    await eventually("somebody else's reply", () => sent.length === 2);
    expect((await conversationOf(one.conversationId)).messages?.[0]).toMatchObject({ status: "in_doubt", attempts: 1 });
    // The wait counts from the first proof that webhooks reach us: somebody else's message, a moment after the doubt.
    await at.database.advance(45_000);
    shop.worker.wake("outbox");
    await eventually(
      "resent",
      async () => (await conversationOf(one.conversationId)).messages?.[0]?.status === "accepted",
    );
    expect((await conversationOf(one.conversationId)).messages?.[0]).toMatchObject({ attempts: 2 });
  });
});
