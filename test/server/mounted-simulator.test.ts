import { expect, onTestFinished, test } from "vitest";
import type { PhoneNumberId } from "../../src/core/ids.ts";
import { serve } from "../../src/server/serve.ts";
import { createCloudApi } from "../../src/whatsapp/cloud-api.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { ANA, NUMBER, secrets, simulatedShop } from "../whatsapp/support/simulated-shop.ts";
import { openDoor } from "./open-door.ts";

/** The simulator as `recado start` has it: inside the server, behind its body limits and its log. */
async function mounted() {
  const shop = await simulatedShop({ mountPath: "/simulator" });
  const { app } = openDoor({ parts: { simulatorApp: shop.simulator.app } });
  const listening = await serve(app, "127.0.0.1", 0);
  onTestFinished(() => listening.close());
  const baseUrl = `${listening.url}/simulator/v26.0`;
  const api = createCloudApi({ baseUrl, accessToken: secrets.accessToken, logger: silentLogger });
  const headers = { authorization: `Bearer ${secrets.accessToken}` };
  return { shop, api, headers, url: `${listening.url}/simulator` };
}

const text = {
  phoneNumberId: NUMBER as PhoneNumberId,
  recipient: { phone: ANA, bsuid: null },
  content: { type: "text" as const, body: "hola" },
  replyTo: null,
  opaque: "k",
};

test.each(["before_headers", "in_body"])("the answer is lost (%s), and the server goes on", async (cut) => {
  const { api, url, headers } = await mounted();
  const body = JSON.stringify({ kind: "drop_response", cut, next: 1 });
  const json = { ...headers, "content-type": "application/json" };
  expect((await fetch(`${url}/faults`, { method: "POST", headers: json, body })).status).toBe(201);
  expect(await api.send(text)).toMatchObject({ kind: "in_doubt" });
  expect(await api.send(text)).toMatchObject({ kind: "accepted" });
});

test("a file of any bytes can be uploaded and fetched where its address says", async () => {
  const { url, headers } = await mounted();
  const bytes = Buffer.from("89504e470d0a1a0aff00fe", "hex");
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("file", new File([bytes], "a.png", { type: "image/png" }));
  const uploaded = await fetch(`${url}/v26.0/${NUMBER}/media`, { method: "POST", headers, body: form });
  const { id } = (await uploaded.json()) as { id: string };
  const described = (await (await fetch(`${url}/v26.0/${id}`, { headers })).json()) as { url: string };
  expect(described.url).toMatch(`${url}/media/`);
  expect(Buffer.from(await (await fetch(described.url, { headers })).arrayBuffer())).toEqual(bytes);
});
