import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "../../../src/core/plain-text.ts";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import {
  type Extracted,
  type ExtractionContext,
  type FieldKind,
  NOT_AVAILABLE,
} from "../../../src/nlu/extract/field-kinds.ts";
import { normaliseAddress } from "../../../src/nlu/extract/read-address.ts";
import { normalisePhone } from "../../../src/nlu/extract/read-phone.ts";
import { findDepartment, isPlaceIn } from "../../../src/nlu/places/find-place.ts";
import { generatedRuns } from "../../support/generated-runs.ts";

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
    generatedRuns("data in any text", 1_500),
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
    generatedRuns("data that is normalised", 800),
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

/** A full name as people tell theirs when we ask for it: between courtesies, behind an assent, before the home. */
const person = fc.record({
  given: fc.constantFrom(
    ...["Amparo", "Nubia Stella", "Gloria Helena", "José Ignacio", "Betty", "Óscar", "Luz Dary"],
    // The second name is one that few bear.
    ...["María Eudoxia", "Ana Hersilia", "Pedro Epifanio", "José Filadelfo"],
  ),
  surname: fc.constantFrom(
    "Loaiza Henao",
    "Polanía",
    "Patiño",
    "Jaramillo Londoño",
    "Barreto",
    "Trejos",
    "Cárdenas Yepes",
    // Surnames as rare as those, and first names of others.
    ...["Cely", "Guzmán Cupitra", "Tocarruncho"],
  ),
});
const before = fc.constantFrom(
  "",
  "yo lo recibo ",
  "anote pues ",
  "pero póngalo a nombre mío ",
  "el nombre completo mío es ",
  "sí señora con mucho gusto ",
  "a nombre de ",
);
const after = fc.constantFrom("", " para servirle", " la servidora", " a la orden", " a sus órdenes", " mucho gusto");
const home = fc.constantFrom(
  { said: "", city: undefined },
  { said: " de Neiva Huila", city: "Neiva" },
  { said: " Sogamoso Boyacá", city: "Sogamoso" },
  { said: " de Ibagué", city: "Ibagué" },
  { said: " de Purificación Tolima", city: "Purificación" },
);

test("a full name is told whatever courtesy stands around it, and the home behind it is no surname", () => {
  const context: ExtractionContext = { known: {}, isAsked: true, missing: ["given_name", "surname", "city"] };
  fc.assert(
    fc.property(person, before, fc.oneof(after, home), fc.boolean(), ({ given, surname }, lead, tail, isSmall) => {
      const { said, city } = typeof tail === "string" ? { said: tail, city: undefined } : tail;
      const text = `${lead}${given} ${surname}${said}`;
      const { fields } = extractFields(isSmall ? text.toLowerCase() : text, context);
      expect([fields.given_name, fields.surname, fields.city].map((one) => plainText(one ?? ""))).toEqual(
        [given, surname, city].map((one) => plainText(one ?? "")),
      );
    }),
    { numRuns: 120 },
  );
});

test("the name of another, told in passing, is not the customer's", () => {
  const context: ExtractionContext = { known: {}, isAsked: true, missing: ["given_name", "surname"] };
  for (const text of [
    "la vecina de Ana Gil me recomendó",
    "me atendió Carlos Ruiz la otra vez",
    "yo le compré a Óscar Barreto",
  ])
    expect(extractFields(text, context).fields, text).toEqual({});
});
