import { expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import { foldText } from "../../../src/nlu/text/fold-text.ts";

const LONG = 10_000;

function toLength(seed: string): string {
  return seed.repeat(Math.ceil(LONG / seed.length)).slice(0, LONG);
}

/** Long near-misses of each reader, and what strangers paste: what makes a bad pattern explode. */
const HOSTILE = [
  "cra 7 ",
  "calle 5 # ",
  "calle 5 bis a sur ",
  "calle 51 no 50 ",
  "avenida las ",
  "avenida 1 - ",
  "mz 4 ",
  "torre 3 apto ",
  "a b c torre ",
  "vereda el ",
  "conjunto los ",
  "conjunto a casa ",
  "edificio casa ",
  "3 0 1 ",
  "301 555 ",
  "+57 ",
  "60 1 ",
  "tres cero ",
  "uno y dos y ",
  "doble ",
  "calle diez numero ",
  "cel de mi cel 3 ",
  "12.345.",
  "a@a.",
  "a@",
  "a.a.a",
  " arroba ",
  "a arroba b ",
  "punto arroba punto ",
  "guion bajo ",
  "raya al piso ",
  "cédula 1.",
  "cc de cc ",
  "no tengo el ",
  "correo la ",
  "sin la el ",
  "mi nombre es ",
  "me llamo soy ",
  "soy medica en ",
  "Ana María ",
  "vivo en la ",
  "si vivo en ",
  "para mi amigo, ",
  "en el barrio ",
  "b/ ",
  "la ciudad de ",
  "departamento de ",
  "frente a la ",
  "portón de color ",
  "indicaciones: ",
  "San José del ",
  "mándemelo a la ",
  "llamé al ",
  "el señor de el ",
  "http://a ",
  "<script>",
  "select a ",
  "¿?¿?",
  ", , ,",
  " - ",
  "\n",
  "\n- ",
  "J. P ",
  "eh mmm ",
  "\u200b\u202e",
  "á\u0301",
  "🙂‍↔️",
  "ﷺ",
].map(toLength);

/** What a long message of a person costs, who may write about anything. */
const ORDINARY = toLength(
  "Buenas tardes, quería contarle que mi mamá lleva meses sin dormir bien y una vecina nos habló del producto. ",
);

function costMs(text: string, isAsked: boolean): number {
  const before = process.cpuUsage();
  extractFields(text, { known: {}, isAsked, missing: ["email"] });
  foldText(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test("a hostile message of full length costs no more than a few dozen ordinary ones of that length", () => {
  const ordinary: number[] = [];
  for (let count = 0; count < 12; count += 1) ordinary.push(costMs(ORDINARY, true));
  // Processor time, and against what this machine needs today: a pattern that backtracks costs thousands of times as much.
  const typical = Math.max(0.5, ordinary.toSorted((one, other) => one - other)[5] ?? 0.5);
  const most = 60 * typical;
  for (const [at, text] of HOSTILE.entries()) {
    const isAsked = at % 2 === 0;
    // Once more where something else of the process was slow.
    const cost = costMs(text, isAsked);
    expect(cost > most ? costMs(text, isAsked) : cost, JSON.stringify(text.slice(0, 20))).toBeLessThan(most);
  }
});
