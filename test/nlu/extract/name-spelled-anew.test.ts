import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import type { Extracted } from "../../../src/nlu/extract/field-kinds.ts";

const read = (text: string, known: Extracted): Extracted =>
  extractFields(text, { known, isAsked: false, missing: [] }).fields;

describe("a known name", () => {
  test.each([
    ["me escribió Moncada y es Mancada con a, Mancada", "Blanca", "Moncada", { surname: "Mancada" }],
    ["el apellido va con hache, Piedrahita", "Orlando", "Piedraita", { surname: "Piedrahita" }],
    ["Colmenares no!! Colmenarez con z al final", "Yorman", "Colmenares", { surname: "Colmenarez" }],
    ["wtf no, Bonilla no: Bonillo con o, arley bonillo", "Arley", "Bonilla", { surname: "Bonillo" }],
    ["al apellido le falta la h, es Hoyos", "Ana", "Oyos", { surname: "Hoyos" }],
    ["Gonzalez con z al final no con s", "Ana", "Gonzales Ruiz", { surname: "Gonzalez Ruiz" }],
    ["primero va la be de burro: Benavides", "Mariela", "Venabides", { surname: "Benavides" }],
    ["yo no soy Ramires con ese al final, es con zeta: Ramírez", "Gloria", "Ramires", { surname: "Ramírez" }],
    ["mi nombre es con doble s y con y: Yessica", "Jesica", "Rojas", { given_name: "Yessica" }],
    ["Yeimy se escribe con y al final", "Yeimi", "Rojas", { given_name: "Yeimy" }],
    ["es Jhonier no Jhon", "Jhon", "Ordoñez", { given_name: "Jhonier" }],
  ])("is spelled once more: %s", (text, given_name, surname, told) => {
    expect(read(text, { given_name, surname })).toEqual(told);
  });

  test.each([
    ["yo soy Londoño pero primero va Restrepo, Restrepo Londoño", "Londoño", "Restrepo Londoño"],
    ["es al revés, primero Restrepo y despues Londoño", "Londoño", "Restrepo Londoño"],
    ["los apellidos están al revés", "Gómez Ruiz", "Ruiz Gómez"],
  ])("has its surnames in another order: %s", (text, surname, right) => {
    expect(read(text, { given_name: "Ana", surname })).toEqual({ surname: right });
  });

  test.each([
    ["la casa tiene rejas rojas no verdes", "Ana", "Rojas"],
    ["casa de rejas negras, no rojas", "Ana", "Rojas"],
    ["la casa es de dos pisos no blanca", "Blanca", "Ruiz"],
    ["es Velasco con s, está bien así", "Ana", "Velasco"],
    ["¿Benavidez o Benavides con s?", "Ana", "Benavidez"],
    ["primero me confirman y después pago", "Ana", "Ruiz"],
  ])("stays: %s", (text, given_name, surname) => {
    const { given_name: given, surname: last } = read(text, { given_name, surname });
    expect([given ?? given_name, last ?? surname]).toEqual([given_name, surname]);
  });

  test("stands once more in whatever words say how it is spelled", () => {
    const pair = fc.constantFrom(
      ["Piedraita", "Piedrahita", "h"],
      ["Gonzales", "González", "z"],
      ["Chaves", "Chávez", "zeta"],
      ["Giraldo", "Jiraldo", "jota"],
      ["Velazco", "Velasco", "s"],
    );
    const words = fc.constantFrom<(old: string, anew: string, letter: string) => string>(
      (_, anew, letter) => `el apellido va con ${letter}, ${anew}`,
      (old, anew, letter) => `${old} no, ${anew} con ${letter}`,
      (old, anew, letter) => `me escribió ${old} y es ${anew} con ${letter}`,
      (_, anew, letter) => `${anew} con ${letter}, por favor`,
      (old, anew, letter) => `ahí dice ${old} pero es con ${letter}: ${anew}`,
    );
    fc.assert(
      fc.property(pair, words, ([old = "", anew = "", letter = ""], say) => {
        expect(read(say(old, anew, letter), { given_name: "Rosalba", surname: old })).toEqual({ surname: anew });
      }),
    );
  });
});
