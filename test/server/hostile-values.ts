import { wireJson } from "../../src/simulator/wire-json.ts";
import type { Random } from "../support/random.ts";

/** Stands in texts and names alone: no log may hold it. */
export const CANARY = "CANARIO-de-un-cliente";

/** JSON that no JavaScript value stands for: each is written as a mark first, and put in its place in the text. */
const RAWS: readonly string[] = [
  "1e999",
  "-1e-999",
  "123456789012345678901234567890",
  "0.1000000000000000055511151231257827021181583404541015625",
  `{"id":"a","id":{"id":[]},"from":1,"from":"573001112233"}`,
  `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null}`,
  `${"[".repeat(40)}${"]".repeat(40)}`,
  `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
];

/** Deeper than any reader walks: the body is kept whole, and nothing of it is read. */
export function isTooDeep(raws: readonly string[]): boolean {
  return raws.some((raw) => raw.length > 20_000 || raw.startsWith("[[["));
}

const TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  `a\u0000b${CANARY}`,
  "\ud800",
  "\udc00\ud800",
  "\u202e\u200b\u200d\ufeff\u2066txt.exe",
  "ﷺ".repeat(400),
  "👩‍👩‍👧‍👦".repeat(60),
  "x".repeat(65_536),
  `${"ñ".repeat(70_000)}${CANARY}`,
  "'; drop table agent_events; --",
  '{"$ne":null}',
  "{{variable}} %s %n",
  "__proto__",
  "constructor",
  "-1",
  "00000000000000000000000000000000000000000000",
  "9".repeat(400),
  "1795219200999999999",
  "NaN",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "=cmd|'/c calc'!A1",
];

export const NOT_UTF8: readonly Uint8Array[] = [
  Buffer.from([0xff]),
  Buffer.from([0xc0, 0x80]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf5, 0x80, 0x80, 0x80]),
  Buffer.from([0xe2, 0x82]),
];

/** Where a customer's words stand: the canary goes there and nowhere else. */
const SPOKEN = new Set(["body", "caption", "name", "text", "title", "description"]);

function anything(random: Random, key: string, raws: string[]): unknown {
  switch (random.below(9)) {
    case 0:
      return null;
    case 1:
      return random.pick([true, false, 0, -1, 1.5, Number.MAX_SAFE_INTEGER]);
    case 2:
      return [];
    case 3:
      return {};
    case 4:
      return [null, [random.pick([1, "a"])], {}];
    case 5:
      // The last one spoils its whole body: rarely.
      raws.push(random.chance(0.05) ? (RAWS.at(-1) as string) : (RAWS[random.below(RAWS.length - 1)] as string));
      return `@@raw${raws.length - 1}@@`;
    case 6:
      return Object.defineProperty({}, random.pick(["__proto__", "constructor", "", "\u0000", "id"]), {
        value: random.pick(["x", 1, null]),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    default: {
      const text = random.pick(TEXTS);
      return SPOKEN.has(key) ? text : text.replaceAll(CANARY, "");
    }
  }
}

/** A copy of a JSON value in which some places hold something else, are gone, or are new. */
export function mutate(random: Random, value: unknown, raws: string[]): unknown {
  const root = { value: structuredClone(value) };
  for (let n = random.below(4); n > 0; n -= 1) {
    const containers = containersOf(root);
    const target = random.pick(containers);
    const keys = Object.keys(target);
    const how = random.below(4);
    const key =
      how === 0 || keys.length === 0 ? random.pick(["id", "from", "type", "__proto__", "new"]) : random.pick(keys);
    if (how === 1 && target !== root) delete target[key];
    else {
      const replaced = anything(random, key, raws);
      Object.defineProperty(target, key, { value: replaced, enumerable: true, configurable: true, writable: true });
    }
  }
  return root.value;
}

function containersOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(containersOf)];
}

/** Escaped as Meta does, or as plain UTF-8; the raw pieces stand in the place of their marks. */
export function withRaws(random: Random, value: unknown, raws: readonly string[]): Uint8Array {
  const json = random.chance(0.5) ? JSON.stringify(value) : Buffer.from(wireJson(value)).toString("latin1");
  return Buffer.from(
    json.replace(/"(?:@@|\\u0040\\u0040)raw(\d+)(?:@@|\\u0040\\u0040)"/g, (_, n) => raws[Number(n)] ?? "0"),
  );
}
