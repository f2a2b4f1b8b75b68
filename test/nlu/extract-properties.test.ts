import fc from "fast-check";
import { expect, test } from "vitest";
import { extractFields } from "../../src/nlu/extract/extract-fields.ts";
import { type Extracted, type FieldKind, NOT_AVAILABLE } from "../../src/nlu/extract/field-kinds.ts";
import { normaliseAddress } from "../../src/nlu/extract/read-address.ts";
import { normalisePhone } from "../../src/nlu/extract/read-phone.ts";
import { findDepartment, isPlaceIn } from "../../src/nlu/places/find-place.ts";

/** What a message is made of: words that readers look for, numbers, and anything at all. */
const bit = fc.oneof(
  fc.constantFrom(
    ..."soy|me llamo|mi nombre es|Ana|Gómez|de la Rosa|cel|+57|301 555 0142|3 0 1|cc|52.345.678|correo|ana@x.co|arroba|punto com|gmail|calle|cra|45|# 12-30|no|n°|bis|sur|apto|torre|barrio|Suba|b/|vivo en|Cali|Valle|La Unión|vereda|km|¿|?|,|.|\n|no tengo|es|mejor|frente a|tres|cero|quince|y|doble|a nombre de|indicaciones:|0057|(|)|N/A|sin".split(
      "|",
    ),
  ),
  fc.nat(99_999_999).map(String),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const message = fc
  .array(fc.tuple(bit, fc.constantFrom(" ", "", ", ", "\n")), { maxLength: 25 })
  .map((bits) => bits.flat().join(""));
const context = fc.record({
  isAsked: fc.boolean(),
  known: fc.constantFrom<Extracted>(
    {},
    { given_name: "Ana", city: "Cali" },
    { address: "Calle 5 # 6-7", phone: "573015550142" },
  ),
  missing: fc.constantFrom<FieldKind[]>([], ["email"], ["id_number"], ["given_name", "phone", "city"]),
});

/** What each kind of value may look like, whatever was written. */
const VALID: Readonly<Record<FieldKind, (value: string, told: Extracted) => boolean>> = {
  phone: (value) => /^[1-9]\d{7,14}$/.test(value) && (!value.startsWith("57") || /^573\d{9}$/.test(value)),
  email: (value) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(value) && value === value.toLowerCase(),
  id_number: (value) => /^[1-9]\d{5,9}$/.test(value),
  department: (value, { city }) =>
    findDepartment(value) !== null && (city === undefined || isPlaceIn(city, value) || value.length > 0),
  city: (value) => /\p{L}/u.test(value),
  given_name: (value) => /^\p{L}/u.test(value) && !/[\d@#]/.test(value),
  surname: (value) => /^\p{L}/u.test(value) && !/[\d@#]/.test(value),
  neighbourhood: (value) => /[\p{L}\d]/u.test(value),
  address: (value) => /[\p{L}]/u.test(value),
  directions: (value) => value.length > 0,
};

test("whatever is written, what is told is valid for its kind, short, and stands beside its words", () => {
  fc.assert(
    fc.property(message, context, (text, asked) => {
      const { fields, raw, doubts } = extractFields(text, asked);
      expect(Object.keys(raw).sort()).toEqual(Object.keys(fields).sort());
      for (const [kind, value] of Object.entries(fields)) {
        expect(value, kind).toBe(value.trim());
        expect(value.length, kind).toBeLessThanOrEqual(160);
        if (value !== NOT_AVAILABLE) expect(VALID[kind as FieldKind](value, fields), `${kind}=${value}`).toBe(true);
      }
      for (const doubt of doubts) if (doubt.kind === "two_candidates") expect(doubt.values.length).toBeGreaterThan(1);
    }),
    { numRuns: 1_500 },
  );
});

test("a phone or an address that is normalised already stays as it is", () => {
  fc.assert(
    fc.property(message, (text) => {
      const { fields } = extractFields(text, { known: {}, isAsked: true, missing: [] });
      if (fields.phone !== undefined) expect(normalisePhone(`+${fields.phone}`)).toBe(fields.phone);
      if (fields.address !== undefined && fields.address !== NOT_AVAILABLE)
        expect(normaliseAddress(normaliseAddress(fields.address))).toBe(normaliseAddress(fields.address));
    }),
    { numRuns: 800 },
  );
});

test("the same message is read the same way each time", () => {
  fc.assert(
    fc.property(message, context, (text, asked) => {
      expect(extractFields(text, asked)).toEqual(extractFields(text, asked));
    }),
    { numRuns: 200 },
  );
});
