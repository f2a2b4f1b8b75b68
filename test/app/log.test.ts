import { expect, test } from "vitest";
import { createMask } from "../../src/app/mask-fields.ts";

const mask = createMask(["s3cret-value", "short"]);

test("fields that are named for secrets, phones or words of a customer are masked", () => {
  expect(
    mask.fields({
      access_token: "x",
      headers: { Authorization: "Bearer x", accept: "*/*" },
      phone: "573015550142",
      to: 573015550142,
      text: { body: "hola" },
      content: "hola",
    }),
  ).toEqual({
    access_token: "[secret]",
    headers: { Authorization: "[secret]", accept: "*/*" },
    phone: "57*******142",
    to: "57*******142",
    text: { body: "[4 characters]" },
    content: "[4 characters]",
  });
});

test("ids, times and counts stay what they are", () => {
  const fields = {
    request_id: "01900000-0000-7000-8000-573015550142",
    phone_number_id: "106540352242922",
    latency_ms: 1234567890123,
    at: new Date(0),
    version: "18.4.0",
    port: 4600,
    metricsPort: null,
    done: true,
    none: null,
  };
  expect(mask.fields(fields)).toEqual({ ...fields, at: "1970-01-01T00:00:00.000Z" });
});

test("secrets, phones and message ids are found inside other words", () => {
  expect(mask.text("called +573015550142 with s3cret-value for wamid.HBgMNTczMDE1NTUwMTQyFQIA")).toBe(
    "called 57*******142 with [secret] for wamid.…QyFQIA",
  );
});

test("an error keeps its message, stack and causes, and loses what the database put beside them", () => {
  const error = Object.assign(new Error("no 573015550142", { cause: new Error("s3cret-value") }), {
    code: "23505",
    detail: "Key (phone)=(573015550142) already exists.",
  });
  const masked = mask.fields({ err: error });
  expect(masked).toMatchObject({ err: { message: "no 57*******142", code: "23505", cause: { message: "[secret]" } } });
  expect(JSON.stringify(masked)).not.toMatch(/573015550142|s3cret|already exists/);
});

test("a tree without end comes to one", () => {
  const tree: Record<string, unknown> = {};
  tree["child"] = tree;
  expect(JSON.stringify(mask.fields(tree))).toContain("[…]");
});
