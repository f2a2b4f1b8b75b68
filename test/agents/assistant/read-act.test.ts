import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Act, readAct } from "../../../src/agents/assistant/read-act.ts";
import { type ExpenseAct, readExpense } from "../../../src/agents/assistant/read-expense.ts";
import { type NoteAct, readNote } from "../../../src/agents/assistant/read-note.ts";

const NOW = new Date("2026-11-25T15:20:00Z");

/** Acts that write something. A `plan` is asked about before it does. */
const WRITES = ["once", "recurring", "plan", "cancel", "move"];

function labelOf(act: Act): string {
  if (act.kind === "list" || act.kind === "cancel" || act.kind === "move") return act.kind;
  if (act.kind !== "remind") return "none";
  if (!act.isAsked) return "plan";
  return act.subject === "" ? "ask" : act.when.kind;
}

const otherLabel = (words: string): string | null =>
  readExpense(words) !== null ? "expense" : readNote(words) !== null ? "note" : null;

function play(name: string) {
  const lines = readFileSync(`test/fixtures/assistant/${name}.tsv`, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [wanted = "", words = ""] = line.split("\t");
    return { wanted, words, got: otherLabel(words) ?? labelOf(readAct(words, { now: NOW })) };
  });
}

test.each(["seen", "unseen"])("of the %s phrases nearly all are read as their author meant", (name) => {
  const played = play(name);
  const differing = played.filter(({ wanted, got }) => wanted !== got);
  expect(differing.length / played.length).toBeLessThan(0.07);
});

test("nothing is set for words that ask for nothing, or before their time is known", () => {
  const wrong = [...play("seen"), ...play("unseen")].filter(
    ({ wanted, got }) => wanted !== got && WRITES.includes(got) && got !== "cancel",
  );
  expect(wrong).toEqual([]);
});

test("a reminder has the customer's own spelling, without the request and the time", () => {
  const subjects = [
    "mañana a las 3 recuérdame llamar a mi mamá por favor",
    "Pagar la EPS, recuérdemelo el viernes a las 8",
  ];
  expect(subjects.map((words) => readAct(words, { now: NOW }))).toMatchObject([
    { subject: "llamar a mi mamá" },
    { subject: "Pagar la EPS" },
  ]);
});

test("a very long text is read in little time and without an error", () => {
  expect(readAct(`recuérdame ${"comprar pan y leche ".repeat(400)}`, { now: NOW }).kind).toBe("remind");
});

const SPENDING: readonly (readonly [string, ExpenseAct | null])[] = [
  ["gasté 45 mil en mercado", { kind: "spend", amount: 45_000, category: "mercado", currency: null }],
  ["Me gasté $38.500 en la droguería hoy", { kind: "spend", amount: 38_500, category: "droguería", currency: null }],
  [
    "hoy gasté cuarenta y cinco mil en el almuerzo",
    { kind: "spend", amount: 45_000, category: "almuerzo", currency: null },
  ],
  ["anótame un gasto de 20 mil en taxi porfa", { kind: "spend", amount: 20_000, category: "taxi", currency: null }],
  [
    "registre un gasto de 1,5 millones en la matrícula del niño",
    { kind: "spend", amount: 1_500_000, category: "matrícula del niño", currency: null },
  ],
  ["gasté 2 palos en la nevera", { kind: "spend", amount: 2_000_000, category: "nevera", currency: null }],
  ["gasté 15k en empanadas", { kind: "spend", amount: 15_000, category: "empanadas", currency: null }],
  ["gasté 30 mil en 2 almuerzos", { kind: "unclear_spend" }],
  ["gasté 45 en mercado", { kind: "unclear_spend" }],
  ["gasté 20 dólares en taxi", { kind: "spend", amount: 20, category: "taxi", currency: "USD" }],
  ["gasté 12,50 euros en pan", { kind: "unclear_spend" }],
  ["gasté mucho", { kind: "unclear_spend" }],
  ["gasté 20 mil en taxi y 30 mil en pan", { kind: "unclear_spend" }],
  ["no gasté 20 mil en nada", null],
  ["¿gasté 20 mil en taxi?", null],
  ["casi gasté 100 mil en ropa", null],
  ["pagué la luz", null],
  ["me gusta el gasto de energía", null],
  ["cuánto llevo este mes", { kind: "spent", period: "month", about: [] }],
  ["cuanto he gastado esta semana?", { kind: "spent", period: "week", about: [] }],
  ["¿cuánto gasté hoy?", { kind: "spent", period: "today", about: [] }],
  ["¿cuánto gasté en taxis?", { kind: "spent", period: "month", about: ["taxis"] }],
  ["cuánto llevo en mercado esta semana", { kind: "spent", period: "week", about: ["mercado"] }],
  [
    "cuánto he gastado este mes en el arriendo y en taxis",
    { kind: "spent", period: "month", about: ["arriendo", "taxis"] },
  ],
  ["cuanto gaste hoy en almuerzos", { kind: "spent", period: "today", about: ["almuerzos"] }],
  ["cuánto llevo en lo que va del mes", { kind: "spent", period: "month", about: [] }],
  ["en qué he gastado esta semana", { kind: "spent", period: "week", about: [] }],
  ["cuánto llevo en total", { kind: "spent", period: "month", about: [] }],
  ["cuánto gasté en octubre", { kind: "spent", period: "month", about: [] }],
  ["borra el último gasto", { kind: "undo_spend" }],
];

test.each(SPENDING)("%s", (words, act) => {
  expect(readExpense(words)).toEqual(act);
});

const NOTES: readonly (readonly [string, NoteAct | null])[] = [
  ["Anota que Wilmer cobra 80 mil, porfa", { kind: "keep", text: "Wilmer cobra 80 mil" }],
  ["apúntame: comprar café", { kind: "keep", text: "comprar café" }],
  ["anótame un gasto de 20 mil en taxi", null],
  ["apúntame un recordatorio para mañana a las 8", null],
  ["anota", null],
  ["yo anoté que sí", null],
  ["¿qué notas tengo?", { kind: "list" }],
  ["busca en mis notas la talla", { kind: "find", words: "la talla" }],
  ["borre la nota de la nevera", { kind: "forget", words: "la nevera" }],
];

test.each(NOTES)("of notes: %s", (words, act) => {
  expect(readNote(words)).toEqual(act);
});
