/** Requirements F6, F7, F9, F10, F15: the record of a plan, its revision, and how it is said. */
import { expect, test } from "vitest";
import {
  type ArtifactOf,
  type Draft,
  readArtifactLines,
  recordArtifact,
} from "../../../src/core/artifacts/artifact.ts";
import { distil } from "../../../src/core/artifacts/facts.ts";
import { makePlan } from "../../../src/core/artifacts/make-plan.ts";
import { renderArtifact } from "../../../src/core/artifacts/render-artifact.ts";
import { revisePlan } from "../../../src/core/artifacts/revise-plan.ts";

const QUERY = "ayúdame con un plan para dormir mejor esta semana";
const ANSWER = `Claro, aquí va:
1. Apaga las pantallas a las nueve.
2. Acuéstate a la misma hora.

*Riesgos:*
- Café en la tarde
*Qué comprar:*
Una lámpara cálida`;

function recorded(draft: Draft<"plan">, query: string, now = "2026-11-23T12:00:00Z"): ArtifactOf<"plan"> {
  const artifact = recordArtifact(draft, {
    sessionId: "s1",
    turnKey: query,
    query,
    route: "llm_only",
    trigger: { explicit_request: true, matched_phrases: [], structural_signals: [], tie_break: null },
    now: new Date(now),
  });
  if (artifact?.artifact_type !== "plan") throw new Error("no plan was recorded");
  return artifact;
}

function planOf(query: string, answer: string): ArtifactOf<"plan"> {
  const made = makePlan(query, answer);
  if (made.kind === "not_made") throw new Error(made.reason);
  return recorded(made.draft, query);
}

test("a change that is no limit is kept as it was said, whatever the form of its verb", () => {
  const last = planOf(QUERY, ANSWER);
  const age = { now: new Date("2026-11-23T12:10:00Z"), maxAgeMinutes: 180 };
  for (const text of [
    "cámbiele al plan el paso 3, mejor el viernes",
    "Quítale el último paso al plan",
    "le agrega al plan comprar velas",
  ])
    expect(revisePlan(text, last, age)?.content.constraints ?? []).toEqual(text.startsWith("le") ? [] : [text]);
});

test("a plan is read from the list of an answer", () => {
  const plan = planOf(QUERY, ANSWER);
  expect(plan.content).toEqual({
    objective: "dormir mejor esta semana",
    steps: ["Apaga las pantallas a las nueve.", "Acuéstate a la misma hora."],
    constraints: [],
    risks: ["Café en la tarde"],
    extra_sections: [{ title: "Qué comprar", content: "Una lámpara cálida" }],
  });
  expect(plan).toMatchObject({
    confidence: 0.74,
    revises_artifact_id: null,
    artifact_id: expect.stringMatching(/^art_/u),
  });
});

test.each([
  ["Objetivo: dormir mejor\n1. Apague las pantallas.\n2. Acuéstese a las diez.\nRestricciones:\n- Dos horas"],
  ["*Objetivo:*\ndormir mejor\n\n- Apague las pantallas.\n- Acuéstese a las diez.\n\n*Restricciones:*\n- Dos horas"],
])("a plan is read in the form in which a model is told to write it", (answer) => {
  expect(planOf(QUERY, answer).content).toMatchObject({
    objective: "dormir mejor",
    steps: ["Apague las pantallas.", "Acuéstese a las diez."],
    constraints: ["Dos horas"],
  });
});

test("without a model a plan is read from the list that the customer states", () => {
  const query = "ayúdame a planear mi mudanza: empacar la cocina, llamar al camión y limpiar el apartamento";
  expect(planOf(query, "").content).toMatchObject({
    objective: "mi mudanza",
    steps: ["empacar la cocina", "llamar al camión", "limpiar el apartamento"],
  });
  expect(makePlan(QUERY, "")).toEqual({ kind: "not_made", reason: "no_steps" });
});

test("a revision keeps the steps, adds the constraint and names the plan that it revises; no plan becomes a fact", () => {
  const first = planOf(QUERY, ANSWER);
  const now = new Date("2026-11-23T13:00:00Z");
  const text = "ajusta ese plan, solo tengo 2 horas por semana";
  const draft = revisePlan(text, first, { now, maxAgeMinutes: 180 });
  if (draft === null) throw new Error("the plan was not revised");
  const revision = recorded(draft, text, now.toISOString());
  expect(revision.content.steps).toEqual(first.content.steps);
  expect(revision).toMatchObject({
    revises_artifact_id: first.artifact_id,
    diff_summary: "+ constraints: solo tengo 2 horas por semana",
    confidence: 0.79,
  });
  expect(distil(revision)).toEqual([]);
});

test.each([
  ["after 180 minutes", "ajusta ese plan, solo tengo 2 horas", "2026-11-23T15:00:01Z"],
  ["for words that change nothing", "ese plan me gusta, solo tengo una duda", "2026-11-23T12:10:00Z"],
  ["without a limit", "ajusta ese plan", "2026-11-23T12:10:00Z"],
])("a plan is not revised %s", (_, text, now) => {
  expect(revisePlan(text, planOf(QUERY, ANSWER), { now: new Date(now), maxAgeMinutes: 180 })).toBeNull();
});

test("an address in a plan was never fetched, and is left out", () => {
  expect(JSON.stringify(planOf(QUERY, `${ANSWER}\nver https://inventado.example/x`))).not.toContain("inventado");
});

test("a secret that was pasted is taken out before it is stored; ids and fingerprints stay (L-34)", () => {
  const query = "ayúdame con un plan: usar la clave sk-abcdefghijklmnop1234, guardar el registro y borrar todo";
  const plan = planOf(query, "");
  expect(JSON.stringify(plan)).not.toContain("abcdefghijklmnop");
  expect(plan.inputs.user_query).toContain("[REDACTED]");
  expect(plan.warnings).toEqual(["secret_redacted"]);
  expect(planOf(QUERY, ANSWER).warnings).toEqual([]);
  const order = "ayúdame con un plan: revisar el pedido 1f3a9c0b7d5e4f2a8c6b1f3a9c0b7d5e4f2a8c6b, pagar y esperar";
  expect(planOf(order, "").warnings).toEqual([]);
});

test("a long plan goes out in messages of at most 4,096 characters, cut between sections", () => {
  const steps = Array.from({ length: 12 }, (_, at) => `${at + 1}. ${"x".repeat(380)}`).join("\n");
  const messages = renderArtifact(planOf(QUERY, `${steps}\nRiesgos:\n- perder el bus`));
  expect(messages.length).toBeGreaterThan(1);
  for (const message of messages) expect(Array.from(message).length).toBeLessThanOrEqual(4_096);
  expect(messages.at(-1)).toContain("*Riesgos*\n- perder el bus");
});

test("a field that the contract does not know is refused, and a line of another form is skipped", () => {
  const plan = planOf(QUERY, ANSWER);
  const lines = [plan, { ...plan, content: { ...plan.content, mood: "good" } }].map((one) => JSON.stringify(one));
  expect(readArtifactLines([...lines, "{broken", ""].join("\n"))).toEqual({ artifacts: [plan], skipped: 2 });
});
