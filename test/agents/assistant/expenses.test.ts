import { expect, test } from "vitest";
import { readExpense, readExpenseAnswer } from "../../../src/agents/assistant/read-expense.ts";

/** What is told, as "amount purpose" of each expense; "?" where it is asked about; null where it is no expense. */
function told(act: ReturnType<typeof readExpense>): string | null {
  if (act === null) return null;
  if (act.kind !== "spend") return act.kind === "unclear_spend" ? "?" : act.kind;
  return act.expenses
    .map(({ amount, category, currency }) => [amount, ...(currency === null ? [] : [currency]), category].join(" "))
    .join(" + ");
}

test.each([
  ["gasté 45 mil en mercado", "45000 mercado"],
  ["pagué 120.000 de luz ayer", "120000 luz"],
  ["ayer pagué la luz, 120 mil", "120000 luz"],
  ["el almuerzo me costó 30 mil", "30000 almuerzo"],
  ["compré pan por 8 mil", "8000 pan"],
  ["Compré unos zapatos en 150.000", "150000 zapatos"],
  ["me cobraron 25 mil por el arreglo de la moto", "25000 arreglo de la moto"],
  ["cancelé el arriendo, 800 mil pesos", "800000 arriendo"],
  ["gasté 45 mil en mercado y 12.500 en el bus", "45000 mercado + 12500 bus"],
  ["gasté 45 mil en mercado, 12.500 en bus y 8.000 en pan", "45000 mercado + 12500 bus + 8000 pan"],
  ["Me gasté $38.500 en la droguería hoy", "38500 droguería"],
  ["hoy gasté cuarenta y cinco mil en el almuerzo", "45000 almuerzo"],
  ["anótame un gasto de 20 mil en taxi porfa", "20000 taxi"],
  ["registre un gasto de 1,5 millones en la matrícula del niño", "1500000 matrícula del niño"],
  ["gasté 2 palos en la nevera", "2000000 nevera"],
  ["gasté 15k en empanadas", "15000 empanadas"],
  ["gasté 30 mil en 2 almuerzos", "?"],
  ["gasté 20 dólares en taxi", "20 USD taxi"],
  ["gasté 12,50 euros en pan", "?"],
  ["gasté mucho", "?"],
  ["gasté 45 en mercado", "?"],
  ["gasté 45 mil", "?"],
  ["gasté 20 mil en taxi y otros 30", "?"],
  ["gasté 20 mil o 30 mil en pan", "?"],
])("tells an expense: %s", (text, expected) => {
  expect(told(readExpense(text))).toBe(expected);
});

test.each([
  "pagué la luz",
  "compré 3 libras de arroz",
  "no pagué los 50 mil de la rifa",
  "¿pagué los 120 mil de la luz?",
  "cuando pague los 30 mil le aviso",
  "me inscribí en el semestre 2025",
  "compré el modelo 2025",
  "me cobraron al 3001234567",
  "no gasté 20 mil en nada",
  "¿gasté 20 mil en taxi?",
  "casi gasté 100 mil en ropa",
  "me gusta el gasto de energía",
])("tells no expense: %s", (text) => {
  expect(readExpense(text)).toBeNull();
});

test("what was left out is answered alone", () => {
  const ask = readExpense("gasté 45 en mercado");
  expect(ask).toMatchObject({ kind: "unclear_spend", known: { category: "mercado" } });
  expect(told(readExpenseAnswer("45 mil", { category: "mercado" }))).toBe("45000 mercado");
  expect(told(readExpenseAnswer("fueron 45 mil", { category: "mercado" }))).toBe("45000 mercado");
  expect(told(readExpenseAnswer("en el mercado", { amount: 45_000, currency: null }))).toBe("45000 mercado");
  expect(told(readExpenseAnswer("30 mil en taxi", {}))).toBe("30000 taxi");
  // Another matter is no answer.
  expect(readExpenseAnswer("hola, ¿cómo está?", { category: "mercado" })).toBeNull();
});

test.each([
  ["cuánto llevo este mes", "month", []],
  ["cuanto he gastado esta semana?", "week", []],
  ["¿cuánto gasté hoy?", "today", []],
  ["¿cuánto gasté en taxis?", "month", ["taxis"]],
  ["cuánto llevo en mercado esta semana", "week", ["mercado"]],
  ["cuánto he gastado este mes en el arriendo y en taxis", "month", ["arriendo", "taxis"]],
  ["cuanto gaste hoy en almuerzos", "today", ["almuerzos"]],
  ["cuánto llevo en lo que va del mes", "month", []],
  ["en qué he gastado esta semana", "week", []],
  ["cuánto llevo en total", "month", []],
  ["cuánto gasté en octubre", "month", []],
])("asks for sums: %s", (text, period, about) => {
  expect(readExpense(text)).toEqual({ kind: "spent", period, about });
});

test("the last one is taken back", () => {
  expect(readExpense("borra el último gasto")).toEqual({ kind: "undo_spend" });
});
