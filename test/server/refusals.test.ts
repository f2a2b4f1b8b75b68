import { describe, expect, test } from "vitest";
import { RecadoError } from "../../src/core/errors.ts";
import { API_TOKEN, openDoor, RUN_ID, WEBHOOK } from "./open-door.ts";

const EVENT = {
  contact: "+57 300 111 2233",
  phoneNumberId: "106540352242922",
  type: "message",
  text: "hola",
  idempotencyKey: "k1",
};

async function problem(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const body = (await response.json()) as Record<string, unknown>;
  expect(body).toMatchObject({ status: response.status, type: `urn:recado:problem:${String(body["code"])}` });
  expect(body["requestId"]).toBe(response.headers.get("x-request-id"));
  return body;
}

test("an unknown route is 404", async () => {
  const { app } = openDoor();
  for (const path of ["/nothing", "/api/whatsapp/webhook/more", "/simulator/x"]) {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(await problem(response)).toMatchObject({ code: "not_found" });
  }
});

test.each([
  ["PUT", WEBHOOK, "GET, HEAD, POST"],
  ["POST", "/healthz", "GET, HEAD"],
  ["DELETE", `/internal/agent/runs/${RUN_ID}`, "GET, HEAD"],
  ["GET", "/internal/agent/events", "POST"],
  ["OPTIONS", "/internal/agent/events", "POST"],
])("%s %s is 405 and names what is allowed", async (method, path, allow) => {
  const response = await openDoor().api(method, path);
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe(allow);
  expect(await problem(response)).toMatchObject({ code: "method_not_allowed" });
});

describe("bodies of the API", () => {
  test.each([
    ["cut short", '{"type":'],
    ["empty", ""],
    ["not JSON", "hola"],
  ])("%s is 400", async (_, body) => {
    const response = await openDoor().api("POST", "/internal/agent/events", body);
    expect(response.status).toBe(400);
    expect(await problem(response)).toMatchObject({ code: "body_malformed" });
  });

  test("that are not UTF-8 are 400", async () => {
    const { app } = openDoor();
    const response = await app.request("/internal/agent/events", {
      method: "POST",
      headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    });
    expect(response.status).toBe(400);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])(
    "of type %s are 415",
    async (type) => {
      const response = await openDoor().api("POST", "/internal/agent/events", JSON.stringify(EVENT), {
        "content-type": type,
      });
      expect(response.status).toBe(415);
      expect(await problem(response)).toMatchObject({ code: "media_type_unsupported" });
    },
  );

  test("with a deep tree where nobody looks are taken", async () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const body = `${JSON.stringify(EVENT).slice(0, -1)},"more":${deep}}`;
    expect((await openDoor().api("POST", "/internal/agent/events", body)).status).toBe(202);
  });
});

describe("over 3 MiB is 413 whoever sends it", () => {
  const tooMuch = "x".repeat(3 * 1024 * 1024 + 1);
  test.each([
    ["POST", WEBHOOK],
    ["POST", "/internal/agent/events"],
    ["POST", `/internal/agent/runs/${RUN_ID}/retry`],
    ["POST", `/internal/agent/runs/${RUN_ID}/confirm`],
    ["POST", "/internal/agent/conversations/x/takeover"],
    ["POST", "/healthz"],
    ["PUT", "/nothing"],
  ])("%s %s", async (method, path) => {
    for (const authorization of ["", `Bearer ${API_TOKEN}`]) {
      const { app } = openDoor();
      const headers = { authorization, "content-length": String(tooMuch.length) };
      const response = await app.request(path, { method, headers, body: tooMuch });
      expect(response.status).toBe(413);
      expect(await problem(response)).toMatchObject({ code: "body_too_large" });
    }
  });

  test.each([
    ["a known caller", "/internal/agent/events", { authorization: `Bearer ${API_TOKEN}` }],
    ["a sender with a signature", WEBHOOK, { "x-hub-signature-256": `sha256=${"0".repeat(64)}` }],
  ])("an undeclared length of %s is counted", async (_, path, headers) => {
    const response = await openDoor().app.request(path, { method: "POST", headers, body: tooMuch });
    expect(response.status).toBe(413);
  });

  test("a declared length is believed before a byte is read", async () => {
    const { app } = openDoor();
    const headers = { "content-length": String(3 * 1024 * 1024 + 1) };
    expect((await app.request(WEBHOOK, { method: "POST", headers, body: "x" })).status).toBe(413);
  });

  test("exactly 3 MiB is read", async () => {
    const { app } = openDoor();
    expect((await app.request(WEBHOOK, { method: "POST", body: tooMuch.slice(1) })).status).toBe(401);
  });
});

describe("what fails inside", () => {
  test("is a 500 without its text, and the log has it under the same request id", async () => {
    const { api, double, logged } = openDoor();
    double.store.runs.get = async () => {
      throw new Error("relation agent_runs of user recado:s3cret does not exist");
    };
    const response = await api("GET", `/internal/agent/runs/${RUN_ID}`);
    expect(response.status).toBe(500);
    const body = await problem(response);
    expect(JSON.stringify(body)).not.toMatch(/agent_runs|s3cret/);
    expect(logged.find(({ level }) => level === "error")?.fields["request_id"]).toBe(body["requestId"]);
  });

  test("and may be better later is a 503 with Retry-After", async () => {
    const { api, double } = openDoor();
    double.store.runs.get = async () => {
      throw new RecadoError("database_unreachable", "PostgreSQL at db.internal:5432 does not answer");
    };
    const response = await api("GET", `/internal/agent/runs/${RUN_ID}`);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(JSON.stringify(await problem(response))).not.toMatch(/db\.internal/);
  });
});

test("requests are logged at debug alone, without query strings and with phones masked", async () => {
  const { app, logged } = openDoor();
  await app.request("/simulator/customers/573001112233/messages?name=Ana");
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatchObject({ level: "debug", fields: { path: "/simulator/customers/57*******233/messages" } });
});
