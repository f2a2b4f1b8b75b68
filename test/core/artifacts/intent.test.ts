/** Requirements F2, F3, F4, F13: the route, the intent, the gate and its switches. */
import { expect, test } from "vitest";
import { detectIntent } from "../../../src/core/artifacts/detect-intent.ts";
import { gateIntent } from "../../../src/core/artifacts/gate-intent.ts";
import { routeText } from "../../../src/core/artifacts/route-text.ts";
import { ARTIFACT_SETTINGS } from "../../../src/core/artifacts/settings.ts";
import { DOCUMENT, linesOf, NO_ARTIFACT, PLAN, RESEARCH } from "./requests.ts";

function contractFor(text: string, hasDocument = false): string {
  const asked = { text, route: routeText(text, "TEXT_SIMPLE"), hasDocument };
  const gated = gateIntent(detectIntent(asked, ARTIFACT_SETTINGS), asked, ARTIFACT_SETTINGS);
  return gated.kind === "make" ? gated.contract : gated.reason;
}

const missed = (text: string, contract: string, hasDocument = false) =>
  linesOf(text).filter((line) => contractFor(line, hasDocument) !== contract);

test("of 200 requests that were written before the gate, at least 180 are recognised", () => {
  const all = [
    ...missed(RESEARCH, "research_brief"),
    ...missed(DOCUMENT, "doc_extract", true),
    ...missed(PLAN, "plan"),
  ];
  expect(all.length).toBeLessThanOrEqual(20);
});

test("chat near the gate's words makes no artifact", () => {
  const made = linesOf(NO_ARTIFACT).filter((line) =>
    ["research_brief", "doc_extract", "plan"].includes(contractFor(line)),
  );
  expect(made).toEqual([]);
});

test.each([
  ["investig", "ar", "los precios del café"],
  ["averigu", "ar", "cuánto vale un local en Chapinero"],
  ["indag", "ar", "qué becas hay"],
])("%s%s asks in each form in which a verb asks, and in none in which it tells", (stem, ending, what) => {
  const soft = stem.endsWith("g") ? `${stem}u` : stem;
  const asks = [
    ...[`${stem}a`, `${soft}e`, `${stem}ame`, `${soft}eme`, `hola, ${stem}ame`, `por favor ${soft}e`],
    ...[`me ${stem}as`, `me ${stem}a`, `puedes ${stem}${ending}`, `quiero que ${soft}es`, `necesito que me ${soft}e`],
    ...[`podría ${stem}${ending}me`, `ayúdeme a ${stem}${ending}`],
  ];
  expect(asks.filter((words) => contractFor(`${words} ${what}`) !== "research_brief")).toEqual([]);
  const tells = [
    `${soft}é`,
    `ayer ${soft}é`,
    `mi hermano ${stem}ó`,
    `yo ${stem}o`,
    `voy a ${stem}${ending}`,
    `ella ya ${stem}aba`,
  ];
  expect(tells.filter((words) => contractFor(`${words} ${what}`) === "research_brief")).toEqual([]);
});

test.each([
  ["hazme", "un"],
  ["ármeme", "un"],
  ["me diseña", "el"],
  ["podrías elaborar", "un"],
  ["quiero que me propongas", "un"],
  ["necesito", "un"],
  ["deme", "un"],
])("%s … plan asks for one, whatever it is for", (verb, article) => {
  for (const name of ["plan", "cronograma", "itinerario"])
    for (const what of ["de siembra para dos hectáreas", "para la mudanza", "de trabajo del equipo"])
      expect(contractFor(`${verb} ${article} ${name} ${what}`)).toBe("plan");
});

test("a plan that is bought, hours that are set and a deed that is told are no request", () => {
  const told = [
    "dame el plan familiar",
    "qué plan de datos tienen",
    "organicé la casa ayer",
    "dame el horario de atención",
  ];
  for (const text of [...told, "programa una alarma para mañana temprano", "qué pasos sigo para devolver el producto"])
    expect(contractFor(text)).not.toBe("plan");
});

test("a document is asked about when it is the one on the table, and not when another is told of", () => {
  for (const text of [
    "y el contrato qué dice del iva",
    "revise este informe por favor",
    "cuánto suma la factura que le mandé",
  ])
    expect(contractFor(text, true)).toBe("doc_extract");
  const told = [
    "¿Qué informe publicó la ONU en 2013?",
    "¿Quién escribió el documento de 1999?",
    "ahí va el PDF",
    "te mando un archivo ahora",
    "el PDF no me abrió",
  ];
  for (const text of told) expect(contractFor(text, true)).not.toBe("doc_extract");
});

test("a contract that is switched off is not made, and neither is one that the route forbids", () => {
  const text = "investiga melatonina en adultos, con fuentes";
  const asked = (words: string) => ({ text: words, route: routeText(words, "TEXT_SIMPLE"), hasDocument: false });
  const gate = (words: string, contracts = ARTIFACT_SETTINGS.contracts) =>
    gateIntent(detectIntent(asked(words), ARTIFACT_SETTINGS), asked(words), { ...ARTIFACT_SETTINGS, contracts });
  expect(gate(text)).toEqual({ kind: "make", contract: "research_brief", needsSearch: true });
  expect(gate(text, ["plan"])).toEqual({ kind: "nothing", reason: "contract_is_off" });
  expect(gate(`/agent ${text}`)).toEqual({ kind: "nothing", reason: "blocked_by_command" });
  expect(gate("recuerda que necesito un plan de ahorro")).toMatchObject({ reason: "blocked_by_local_memory_intent" });
  expect(gate("dame un plan")).toMatchObject({ kind: "make" });
  expect(gate("hazlo ya")).toEqual({ kind: "nothing", reason: "too_short" });
  expect(gate(`${text}, pero sin buscar en internet`)).toMatchObject({ kind: "nothing" });
});
