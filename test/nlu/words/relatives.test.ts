import { expect, test } from "vitest";
import { withoutAddressing } from "../../../src/nlu/clauses/set-phrases.ts";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import { readBesideAnOrder } from "../../../src/nlu/orders/read-beside-an-order.ts";
import { isRelative } from "../../../src/nlu/words/relatives.ts";

const RELATIVES =
  "mamá papá mami papito mamacita madre padre abuela abuelita hija hijito esposo mujer marido novia suegra suegrita tío tía primo prima sobrina cuñado cuñada nieto vecina amiga amiguita comadre compadre madrina padrino nuera yerno vieja jefe patrona pareja".split(
    " ",
  );
const ASKED = { known: {}, isAsked: true, missing: [] };

test.each(RELATIVES)("%s is heard wherever a customer speaks of relatives", (who) => {
  expect(isRelative(who)).toBe(true);
  expect(extractFields(`A nombre de mi ${who}, que recibe el paquete: Carmen Botina`, ASKED).fields).toMatchObject({
    given_name: "Carmen",
    surname: "Botina",
  });
  expect(extractFields(`Hola, es para mi ${who}, Camilo`, { ...ASKED, isAsked: false }).fields).toEqual({});
  expect(readBesideAnOrder(`quiero otro para mi ${who}`, new Set(["frasco"]))).toBe("plain_wish");
});

test.each(["mamut", "hilo", "primero", "prima vera", "nueve", "tiempo", "padrenuestro", "jefatura"])(
  "%s is no relative",
  (word) => {
    expect(isRelative(word)).toBe(false);
  },
);

test("a relative in the plural is counted, and calls no one", () => {
  expect(withoutAddressing("deme dos prima")).toBe("deme dos");
  expect(withoutAddressing("tengo dos hijas")).toBe("tengo dos hijas");
});

test.each(["vereda", "corregimiento", "caserío", "resguardo", "ranchería"])(
  "a %s with a name is an address, and takes the place of a neighbourhood",
  (kind) => {
    const { fields } = extractFields(`${kind} El Salado, casa de la profesora, Sibundoy Putumayo`, ASKED);
    expect(fields).toMatchObject({ city: "Sibundoy", department: "Putumayo" });
    expect(fields.address?.toLowerCase()).toContain(`${kind} el salado`);
  },
);
