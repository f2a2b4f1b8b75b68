import fc from "fast-check";
import { expect, test } from "vitest";
import { isUuid, uuidV7 } from "../../src/core/ids.ts";

const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const noise = fc.uint8Array({ minLength: 10, maxLength: 16 });

test("an id has the shape of a UUIDv7 and carries its time", () => {
  fc.assert(
    fc.property(time, noise, (unixMs, random) => {
      const id = uuidV7(unixMs, random);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(isUuid(id)).toBe(true);
      expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(unixMs);
    }),
  );
});

test("ids of later milliseconds sort later, whatever the randomness", () => {
  fc.assert(
    fc.property(time, time, noise, noise, (one, other, first, second) => {
      fc.pre(one !== other);
      expect(uuidV7(one, first) < uuidV7(other, second)).toBe(one < other);
    }),
  );
});

test("all 74 random bits are kept", () => {
  const zero = uuidV7(0, new Uint8Array(10));
  const ones = uuidV7(0, new Uint8Array(10).fill(0xff));
  expect(zero).toBe("00000000-0000-7000-8000-000000000000");
  expect(ones).toBe("00000000-0000-7fff-bfff-ffffffffffff");
});

test("the vector of RFC 9562 appendix A.6", () => {
  const random = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f]);
  expect(uuidV7(0x017f22e279b0, random)).toBe("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
});

test("what is no UUID is not taken for one", () => {
  for (const text of [
    "",
    "x",
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398",
    "017f22e279b07cc398c4dc0c0c07398f",
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n",
  ]) {
    expect(isUuid(text), JSON.stringify(text)).toBe(false);
  }
});
