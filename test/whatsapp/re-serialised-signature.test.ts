import { expect, test } from "vitest";
import * as z from "zod";
import { isSignatureValid, signBody } from "../../src/whatsapp/signature.ts";
import { payload } from "./support/payloads.ts";

const FILE = z.object({
  app_secret: z.string(),
  vectors: z.array(
    z.object({
      name: z.string(),
      raw_body_base64: z.string(),
      header: z.string(),
      // One vector leaves it to us: upper-case digits, which Meta never sends, are the same bytes.
      expect: z.union([
        z.boolean(),
        z
          .string()
          .startsWith("implementation-defined")
          .transform(() => true),
      ]),
    }),
  ),
});
const { app_secret: secret, vectors } = FILE.parse(payload("derived__signature_vectors"));

test.each(vectors)("the vector $name is $expect", (vector) => {
  const raw = Buffer.from(vector.raw_body_base64, "base64");
  expect(isSignatureValid([secret], raw, vector.header)).toBe(vector.expect);
  if (vector.expect) expect(signBody(secret, raw)).toBe(vector.header.toLowerCase());
});

test("there are eight vectors, and both answers occur", () => {
  expect(vectors).toHaveLength(8);
  expect(new Set(vectors.map((vector) => vector.expect)).size).toBe(2);
});

test("JSON that was parsed and written again no longer fits its signature", () => {
  const escaped = vectors.find((vector) => vector.name === "meta_style_escaped");
  const raw = Buffer.from(escaped?.raw_body_base64 ?? "", "base64");
  const again = Buffer.from(JSON.stringify(JSON.parse(raw.toString("utf8"))));
  expect(isSignatureValid([secret], raw, escaped?.header)).toBe(true);
  expect(isSignatureValid([secret], again, escaped?.header)).toBe(false);
});

const body = Buffer.from('{"a":1}');

test("during a rotation both the old and the new secret are taken, in any place", () => {
  for (const signer of ["old", "new"]) {
    const header = signBody(signer, body);
    expect(isSignatureValid(["old", "new"], body, header)).toBe(true);
    expect(isSignatureValid(["new", "old", "older"], body, header)).toBe(true);
    expect(isSignatureValid(["other"], body, header)).toBe(false);
  }
});

test("a header of another shape is refused before anything is computed", () => {
  const good = signBody("s", body);
  for (const header of [
    undefined,
    "",
    "sha256=",
    good.slice(7),
    good.slice(0, -1),
    `${good}0`,
    `${good}\n`,
    ` ${good}`,
  ]) {
    expect(isSignatureValid(["s"], body, header)).toBe(false);
  }
  expect(isSignatureValid(["s"], body, good.replace("sha256", "sha1"))).toBe(false);
  expect(isSignatureValid(["s"], body, `sha256=${"g".repeat(64)}`)).toBe(false);
});

test("no secret, or an empty one, opens nothing", () => {
  expect(isSignatureValid([], body, signBody("s", body))).toBe(false);
  expect(isSignatureValid([""], body, signBody("", body))).toBe(false);
});

test("one changed byte is enough", () => {
  const header = signBody("s", body);
  for (let at = 0; at < body.length; at++) {
    const changed = Buffer.from(body);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(isSignatureValid(["s"], changed, header)).toBe(false);
  }
});
