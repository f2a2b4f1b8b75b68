import { expect, test } from "vitest";
import { ANA, NUMBER, secrets, simulatedShop } from "./support/simulated-shop.ts";

const good = {
  messaging_product: "whatsapp",
  recipient_type: "individual",
  to: `+${ANA}`,
  type: "text",
  text: { body: "hola", preview_url: false },
};

async function post(path: string, body: unknown, token: string | null = secrets.accessToken) {
  const { simulator } = await simulatedShop();
  const response = await simulator.app.request(path, {
    method: "POST",
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer, type: response.headers.get("content-type") };
}

const sendPath = `/v26.0/${NUMBER}/messages`;

test.each([[null], ["another"], [""]])("the token %j is refused as Meta refuses it", async (token) => {
  expect(await post(sendPath, good, token)).toMatchObject({
    status: 401,
    answer: {
      error: {
        message: expect.stringContaining("Invalid OAuth access token"),
        type: "OAuthException",
        code: 190,
        fbtrace_id: expect.stringMatching(/^A[\w-]{20,}$/),
      },
    },
  });
});

test.each<[string, unknown, RegExp]>([
  ["no JSON", "{", /not JSON/],
  ["no product", { ...good, messaging_product: undefined }, /messaging_product is required/],
  ["no recipient", { ...good, to: undefined }, /to is required/],
  ["a BSUID in `to`", { ...good, to: "CO.1349" }, /Param to must be a phone/],
  ["a phone in `recipient`", { ...good, to: undefined, recipient: ANA }, /Param recipient/],
  ["a group", { ...good, recipient_type: "group" }, /Param recipient_type/],
  ["no text", { ...good, text: undefined }, /Param text is required/],
  ["an empty text", { ...good, text: { body: "" } }, /Param text\['body'\] must not be empty/],
  ["a long text", { ...good, text: { body: "x".repeat(4097) } }, /at most 4096/],
  ["another kind", { ...good, type: "poem" }, /Param type must be one of/],
  ["a long opaque key", { ...good, biz_opaque_callback_data: "x".repeat(513) }, /at most 512/],
  ["another status", { messaging_product: "whatsapp", status: "unread", message_id: "x" }, /Param status/],
  ["an unknown message", { messaging_product: "whatsapp", status: "read", message_id: "wamid.x" }, /does not exist/],
])("%s is refused in Meta's shape", async (_name, body, words) => {
  const { status, answer } = await post(sendPath, body);
  expect(status).toBe(400);
  expect(answer).toMatchObject({ error: { code: 100, type: "OAuthException", fbtrace_id: expect.any(String) } });
  expect(JSON.stringify(answer).replaceAll('\\"', '"')).toMatch(words);
});

test("a number id that is none is an unknown object", async () => {
  expect(await post("/v26.0/nobody/messages", good)).toMatchObject({
    status: 400,
    answer: { error: { code: 100, error_subcode: 33 } },
  });
});

test("more than a mebibyte is refused", async () => {
  expect(await post(sendPath, "x".repeat(1024 * 1024 + 1))).toMatchObject({
    status: 413,
    answer: { error: { code: 100 } },
  });
});

const sayPath = `/customers/${ANA}/messages`;

test.each<[string, string, unknown, number, RegExp]>([
  ["no JSON", sayPath, "{", 400, /not JSON/],
  ["no number", sayPath, { text: "x" }, 422, /phoneNumberId/],
  ["nothing said", sayPath, { phoneNumberId: NUMBER }, 422, /give one of `text`, `message` and `kind`/],
  [
    "both said",
    sayPath,
    { phoneNumberId: NUMBER, text: "x", message: { type: "text" } },
    422,
    /give one of `text`, `message` and `kind`/,
  ],
  ["nobody", "/customers/ana/messages", { phoneNumberId: NUMBER, text: "x" }, 422, /customer/],
])("a customer's %s is a problem", async (_name, path, body, httpStatus, words) => {
  const { status, answer, type } = await post(path, body);
  expect([status, type]).toEqual([httpStatus, "application/problem+json"]);
  expect(JSON.stringify(answer)).toMatch(words);
});

test("the customers' side needs the token too", async () => {
  expect(await post(sayPath, { phoneNumberId: NUMBER, text: "x" }, "another")).toMatchObject({ status: 401 });
  const { simulator } = await simulatedShop();
  expect((await simulator.app.request(`${sayPath}?phoneNumberId=1`)).status).toBe(401);
});

test("a wait of more than 25 seconds is refused", async () => {
  const { simulator } = await simulatedShop();
  const response = await simulator.app.request(`${sayPath}?phoneNumberId=1&waitMs=25001`, {
    headers: { authorization: `Bearer ${secrets.accessToken}` },
  });
  expect(response.status).toBe(422);
});
