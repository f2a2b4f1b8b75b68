import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { readTolerantJson, tolerantEnum } from "../../../src/core/model/tolerant-json.ts";

const detection = z.object({
  intent: tolerantEnum(["precio", "quiero_comprar", "envío", "otro"]),
  confidence: z.int().min(0).max(100),
  reasoning: z.string().optional(),
});
const order = z.object({
  phone: z.string(),
  packs: z.array(z.enum(["1x", "2x", "3x"])).min(1),
  total: z.int().optional(),
});

const ok = { intent: "precio", confidence: 90 };
const whole = "whole";
const repaired = "repaired";
const truncated = "truncated";

/** What a model said, what is read, and how sure it is. A string as the expected value is the reason of a refusal. */
const DETECTIONS: readonly [name: string, said: string, expected: unknown, how?: string][] = [
  ["plain JSON", '{"intent":"precio","confidence":90}', ok, whole],
  ["a byte order mark", '\uFEFF{"intent":"precio","confidence":90}', ok, whole],
  ["a fence", '```json\n{"intent":"precio","confidence":90}\n```', ok, whole],
  ["a fence of one line", '```{"intent":"precio","confidence":90}```', ok, whole],
  ["a fence that nobody closed", '```json\n{"intent":"precio","confidence":90}\n', ok, whole],
  ["words around it", 'Claro: {"intent":"precio","confidence":90}, espero que sirva.', ok, whole],
  ["a prose bracket before it", 'Pensé [mire usted {"intent":"precio","confidence":90}', ok, truncated],
  ["a prose bracket, and a fence", 'Pensé [mire\n```json\n{"intent":"precio","confidence":90}\n```', ok, whole],
  [
    "a brace inside of a text",
    '{"intent":"precio","confidence":90,"reasoning":"dijo {hola} y }"}',
    { ...ok, reasoning: "dijo {hola} y }" },
    whole,
  ],
  [
    "a fence inside of a text",
    '{"intent":"precio","confidence":90,"reasoning":"```json {} ```"}',
    { ...ok, reasoning: "```json {} ```" },
    whole,
  ],
  ["a comma too many", '{"intent":"precio","confidence":90,}', ok, repaired],
  ["quotes of Python", "{'intent': 'precio', 'confidence': 90}", ok, repaired],
  ["None of Python where nothing may stand", "{'intent': None, 'confidence': 90}", "schema"],
  [
    "a single quote hides a brace",
    "{'intent': 'precio', 'confidence': 90, 'reasoning': 'it}s'}",
    { ...ok, reasoning: "it}s" },
    repaired,
  ],
  ["curly quotes", "{“intent”: “precio”, “confidence”: 90}", ok, repaired],
  ["keys without quotes", "{intent: precio, confidence: 90}", ok, repaired],
  ["a comment", '{"intent":"precio", // lo dijo\n "confidence":90}', ok, repaired],
  ["a comma forgotten", '{"intent":"precio"\n "confidence":90}', ok, repaired],
  [
    "quotes inside that nobody escaped",
    '{"intent":"precio","confidence":90,"reasoning":"dijo "cuánto" no más"}',
    { ...ok, reasoning: 'dijo "cuánto" no más' },
    repaired,
  ],
  [
    "a line break inside of a text",
    '{"intent":"precio","confidence":90,"reasoning":"a\nb"}',
    { ...ok, reasoning: "a\nb" },
    repaired,
  ],
  ["a wrapper", '{"result":{"intent":"precio","confidence":90}}', ok, repaired],
  ["a list of one", '[{"intent":"precio","confidence":90}]', ok, repaired],
  ["JSON in a string", JSON.stringify('{"intent":"precio","confidence":90}'), ok, repaired],
  ["another case", '{"intent":"Precio","confidence":90}', ok, whole],
  ["blanks and accents", '{"intent":" Quiero Comprar ","confidence":90}', { ...ok, intent: "quiero_comprar" }, whole],
  ["no accent where one stands", '{"intent":"ENVIO","confidence":90}', { ...ok, intent: "envío" }, whole],
  ["the same, twice", '{"intent":"precio","confidence":90}\n{"intent":"precio","confidence":90}', ok, whole],
  ["two answers that differ", '{"intent":"precio","confidence":90} o {"intent":"otro","confidence":40}', "ambiguous"],
  [
    "a draft before the fence",
    '{"intent":"otro","confidence":40}\n```json\n{"intent":"precio","confidence":90}\n```',
    "ambiguous",
  ],
  ["a list of two", '[{"intent":"precio","confidence":90},{"intent":"otro","confidence":40}]', "schema"],
  ["a key twice", '{"intent":"precio","intent":"otro","confidence":90}', "no_json"],
  ["a key twice, in disguise", '{"intent":"precio","\\u0069ntent":"otro","confidence":90}', "no_json"],
  ["a wrapper that takes it back", '{"error":{"intent":"precio","confidence":90}}', "schema"],
  ["cut in a number", '{"intent":"precio","confidence":9', "schema"],
  ["cut behind a number", '{"intent":"precio","confidence":90', "schema"],
  ["cut in a text", '{"intent":"precio","confidence":90,"reasoning":"porque el cl', ok, truncated],
  ["cut behind a key", '{"intent":"precio","confidence":90,"reasoning"', ok, truncated],
  ["cut in a literal", '{"intent":"precio","confidence":90,"reasoning":nul', ok, truncated],
  [
    "cut in its alternatives",
    '{"intent":"precio","confidence":90,"alternatives":[{"intent":"otro","confidence":10}],"rea',
    ok,
    truncated,
  ],
  ["cut before its own intent", '{"alternatives":[{"intent":"otro","confidence":10}],"intent":"pre', "schema"],
  ["cut in a fence", '```json\n{"intent":"precio","confidence":90,"reasoning":"por', ok, truncated],
  ["something left out", '{"intent":"precio","confidence":90, ...}', ok, truncated],
  ["a number with words", '{"intent":"precio","confidence":"90 %"}', "schema"],
  ["a share instead of percent", '{"intent":"precio","confidence":0.9}', "schema"],
  ["an intent that does not exist", '{"intent":"precios","confidence":90}', "schema"],
  ["the schema itself", '{"type":"object","properties":{"intent":{"type":"string"}}}', "schema"],
  ["words alone", "El cliente pregunta el precio.", "no_json"],
  ["nothing", "  \n", "empty"],
  ["a number alone", "90", "schema"],
  ["brackets without end", "[".repeat(50_000), "no_json"],
  ["braces of a template", "{{intent}}", "no_json"],
];

const ORDERS: typeof DETECTIONS = [
  [
    "an id with leading zeros and no quotes",
    '{"phone":0057300,"packs":["2x"]}',
    { phone: "0057300", packs: ["2x"] },
    repaired,
  ],
  ["an id as a number", '{"phone":573001112233,"packs":["2x"]}', "schema"],
  ["a number that loses digits", '{"phone":"1","packs":["2x"],"total":12345678901234567890}', "no_json"],
  ["thousands with a comma", '{"phone":"1","packs":["2x"],"total":79,900}', "no_json"],
  ["thousands with a point", '{"phone":"1","packs":["2x"],"total":79.900}', "schema"],
  ["a list cut in the middle", '{"phone":"1","packs":["2x","3x', { phone: "1", packs: ["2x"] }, truncated],
  [
    "a list closed by the wrong bracket",
    '{"phone":"1","packs":["2x","3x"}',
    { phone: "1", packs: ["2x", "3x"] },
    truncated,
  ],
  ["a list with something left out", '{"phone":"1","packs":["2x", ...]}', { phone: "1", packs: ["2x"] }, truncated],
  ["a text put together", '{"phone":"57" + "300","packs":["2x"]}', { phone: "57300", packs: ["2x"] }, repaired],
];

describe.each([
  ["detection", detection, DETECTIONS],
  ["order", order, ORDERS],
])("%s", (_name, schema, cases) => {
  test.each(cases)("%s", (_case, said, expected, how) => {
    const read = readTolerantJson<unknown>(said, schema);
    if (typeof expected === "string") {
      expect(read).toMatchObject({ kind: "rejected", reason: expected });
      return;
    }
    expect(read).toMatchObject({ kind: "accepted", isTruncated: how === truncated });
    expect(read.kind === "accepted" && read.value).toEqual(expected);
    if (how !== truncated) expect(read).toMatchObject({ isRepaired: how === repaired });
  });
});

test("the problem names field and rule, for the model that is asked again, and not what was said", () => {
  const read = readTolerantJson('{"intent":"secreto-573001112233","confidence":190}', detection);
  expect(read).toMatchObject({ kind: "rejected", problem: expect.stringContaining("confidence") });
  expect(JSON.stringify(read)).not.toContain("573001112233");
});

test("wherever JSON is cut, what is read of it is a part of it and says so, or it is refused", () => {
  const value = { phone: "57300", packs: ["2x", "1x"], total: 159_800 };
  const json = JSON.stringify(value);
  for (let length = 1; length < json.length; length++) {
    const read = readTolerantJson(json.slice(0, length), order);
    if (read.kind === "rejected") continue;
    expect(read.isTruncated).toBe(true);
    expect(read.value.phone).toBe(value.phone);
    expect(value.packs.slice(0, read.value.packs.length)).toEqual(read.value.packs);
    expect([undefined, value.total]).toContain(read.value.total);
  }
});

test("valid JSON of any content is read as it stands, alone and in words", () => {
  const anything = z.object({ a: z.json(), b: z.string() });
  fc.assert(
    fc.property(fc.record({ a: fc.jsonValue(), b: fc.string() }), fc.boolean(), (value, pretty) => {
      const json = JSON.stringify(value, null, pretty ? 2 : 0);
      fc.pre(!json.includes("__proto__")); // zod drops it, which is right
      const expected: unknown = JSON.parse(json);
      const alone = readTolerantJson(json, anything);
      if (alone.kind === "rejected") return; // a number that loses digits, -0
      expect(alone).toEqual({ kind: "accepted", value: expected, isRepaired: false, isTruncated: false });
      expect(readTolerantJson(`Esto es: ${json} listo`, anything)).toEqual(alone);
    }),
    { numRuns: 300 },
  );
});

test("an enum whose words a model cannot tell apart is a mistake of ours", () => {
  expect(() => tolerantEnum(["en camino", "en_camino"])).toThrow("en_camino");
  expect(z.toJSONSchema(tolerantEnum(["a", "b"]))).toMatchObject({ type: "string", enum: ["a", "b"] });
});
