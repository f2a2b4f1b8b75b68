import { expect, test } from "vitest";
import { withoutFillers } from "../../../src/nlu/text/without-fillers.ts";

test.each([
  ["me manda dos o sea y este mi nombre es Ana y pues vivo en Cali", "me manda dos, mi nombre es Ana, vivo en Cali"],
  ["soy Ana Ruiz eh y mire mi celular es 3001112233", "soy Ana Ruiz, mi celular es 3001112233"],
  ["Peña y Mora, Calle 5", "Peña y Mora, Calle 5"],
  ["quiero este frasco y otro", "quiero este frasco y otro"],
])("%s", (said, read) => {
  expect(withoutFillers(said)).toBe(read);
});
