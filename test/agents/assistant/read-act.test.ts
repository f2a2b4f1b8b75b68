import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Act, readAct } from "../../../src/agents/assistant/read-act.ts";
import { readExpense } from "../../../src/agents/assistant/read-expense.ts";
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
