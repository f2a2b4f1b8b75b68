import { expect, test } from "vitest";
import { readConcerns, statedIn } from "../../../src/nlu/heads/head.ts";
import { MINOR_HEAD } from "../../../src/nlu/heads/minors.ts";
import { foldText } from "../../../src/nlu/text/fold-text.ts";

const holds = (text: string): boolean =>
  readConcerns([MINOR_HEAD], [text]).length > 0 && statedIn([MINOR_HEAD], [text]).has("minor");

test.each([
  "mi bebé de 11 meses no nos deja dormir estamos desesperados eso se le puede dar en el tetero?",
  "mi niña de 3 años no me deja dormir, ¿le puedo dar de eso?",
  "los niños no nos dejan dormir y quiero saber si a mi hijo de 6 se la puedo dar",
])("%s: it is for the child", (text) => {
  expect(holds(text)).toBe(true);
});

test.each([
  "mi bebé no me deja dormir, quiero uno para mí",
  "mi hijo de 25 años me lo recomendó, ¿lo puedo pagar con nequi?",
])("%s: the child is only mentioned", (text) => {
  expect(readConcerns([MINOR_HEAD], [foldText(text)])).toEqual([]);
});
