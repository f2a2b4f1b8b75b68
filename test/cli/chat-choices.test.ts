import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Hono } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { SHOP_PHONE_NUMBER_ID } from "../../src/app/shop-number.ts";
import { chat } from "../../src/cli/simulator/chat.ts";
import { ChatClient } from "../../src/cli/simulator/chat-client.ts";
import { ChatReplies } from "../../src/cli/simulator/chat-replies.ts";
import { describeHeard } from "../../src/cli/simulator/heard-message.ts";
import { serve } from "../../src/server/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ANA, NUMBER, secrets, simulatedShop } from "../whatsapp/support/simulated-shop.ts";

/** A simulator and a ledger that has one finished run for each message: the agent is not what is tested here. */
async function openChat({ isBusy = false, isPatient = false } = {}) {
  const shop = await simulatedShop(isBusy ? { answers: [503] } : {});
  let refusals = isBusy ? 1 : 0;
  const app = new Hono();
  app.route("/simulator", shop.simulator.app);
  const runs = () =>
    shop.heard
      .flatMap(({ messages }) => messages)
      .map((_, n) => ({
        id: String(n),
        status: "completed",
        inputClass: null,
        outcome: "answered",
        attempts: 1,
        error: null,
        steps: [],
      }));
  const numbers = [NUMBER, SHOP_PHONE_NUMBER_ID];
  app.get("/internal/agent/conversations", (c) =>
    c.json({ items: numbers.map((phoneNumberId) => ({ id: "c", phoneNumberId })) }),
  );
  app.get("/internal/agent/conversations/c", (c) => c.json({ messages: [] }));
  app.get("/internal/agent/runs", (c) => {
    refusals -= 1;
    return refusals >= 0 ? c.json({ detail: "busy" }, 503) : c.json({ items: runs() });
  });
  const listening = await serve(app, "127.0.0.1", 0);
  onTestFinished(() => listening.close());
  const target = { address: listening.url, apiToken: "t", simulatorToken: secrets.accessToken };
  const replies = new ChatReplies(
    new ChatClient(target, { phone: ANA, name: "Ana", phoneNumberId: NUMBER }, { isPatient }),
  );
  const said = () => shop.heard.flatMap(({ messages }) => messages.map(({ content }) => content));
  return { shop, replies, said, target };
}

const content = {
  type: "buttons" as const,
  body: "¿Cuál?",
  buttons: [
    { id: "1x", title: "Uno" },
    { id: "2x", title: "Dos" },
  ],
};
const to = { phoneNumberId: NUMBER, recipient: { phone: ANA, bsuid: null }, replyTo: null, opaque: "k" };

test("a number taps what is offered, once; afterwards it is a text again", async () => {
  const { shop, replies, said } = await openChat();
  await shop.api.send({ ...to, content });
  const [offer] = await replies.overheard();
  expect(offer && describeHeard(offer)).toEqual(["¿Cuál?", "  1. Uno", "  2. Dos"]);
  await replies.exchange("2", () => {});
  await replies.exchange("2", () => {});
  expect(said()).toMatchObject([
    { type: "button", payload: "2x" },
    { type: "text", body: "2" },
  ]);
});

test("a number that is not offered, and words, are a text", async () => {
  const { shop, replies, said } = await openChat();
  await shop.api.send({ ...to, content });
  await replies.overheard();
  await replies.exchange("7", () => {});
  await shop.api.send({ ...to, content });
  await replies.overheard();
  await replies.exchange("el 2", () => {});
  expect(said()).toMatchObject([{ body: "7" }, { body: "el 2" }]);
});

test("a busy server costs an example nothing: it is delivered again, and the ledger is asked again", async () => {
  const { replies, said } = await openChat({ isBusy: true, isPatient: true });
  expect(await replies.exchange("Hola", () => {})).toMatchObject({ isComplete: true });
  expect(said()).toMatchObject([{ body: "Hola" }]);
});

test("a person at a terminal is told of what was not taken", async () => {
  const { replies } = await openChat({ isBusy: true });
  await expect(replies.exchange("Hola", () => {})).rejects.toThrow("The webhook answered 503");
});

test("lines that a script pipes in are not lost on a busy server", async () => {
  const { said, target } = await openChat({ isBusy: true });
  const dataDir = temporaryFolder("recado-chat-");
  const [apiToken, appSecret, verifyToken] = ["api", "app", "verify"].map((what) => `${what}-secret-of-a-test`);
  const kept = { apiToken, appSecret, verifyToken, simulatorToken: target.simulatorToken };
  writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(kept));
  vi.stubEnv("RECADO_DATA_DIR", dataDir);
  vi.stubEnv("PORT", new URL(target.address).port);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.spyOn(process, "stdin", "get").mockReturnValue(
    Object.assign(Readable.from(["Hola\n"]), { fd: 0 as const, isTTY: false }) as never,
  );
  let out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  await chat({ phone: ANA, name: "Ana" });
  expect(said()).toMatchObject([{ body: "Hola" }]);
  expect(out).toContain("you  › Hola");
});
