import { expect, test } from "vitest";
import { decideLookup } from "../../../src/agents/assistant/decide-lookup.ts";
import { readLookup } from "../../../src/agents/assistant/read-lookup.ts";
import { readMessage } from "../../../src/agents/assistant/read-message.ts";
import type { AgentInput } from "../../../src/core/agent/agent.ts";
import type { ReadResult } from "../../../src/core/tool-calls/turn-reads.ts";

test.each([
  ["¿qué documentos tengo?", { kind: "documents" }],
  ["mis documentos", { kind: "documents" }],
  ["busca en internet el precio del dólar", { kind: "web", words: "el precio del dolar" }],
  ["investiga sobre melatonina", { kind: "web", words: "melatonina" }],
  [
    "¿cuánto vale el arriendo en el contrato?",
    { kind: "in_documents", words: "cuanto vale el arriendo en el contrato" },
  ],
  ["busca la fecha de vencimiento en la póliza", { kind: "in_documents", words: "la fecha de vencimiento" }],
  ["en el PDF que te mandé, ¿cuál es el total?", { kind: "in_documents", words: "cual es el total" }],
  ["búscame la talla de Sofi", { kind: "anywhere", words: "la talla de sofi" }],
  ["¿quién ganó el mundial del 86?", null],
  ["gracias", null],
])("%s", (words, expected) => {
  expect(readLookup(words)).toEqual(expected);
});

test.each([
  ["dígale a Ana que llego tarde", { to: "Ana", text: "llego tarde" }],
  ["Mándale un mensaje a María José: ¿ya salió el pedido?", { to: "María José", text: "¿ya salió el pedido?" }],
  ["dile que venga", null],
  ["a Ana le gusta el café", null],
])("%s is passed on as it was said", (words, expected) => {
  expect(readMessage(words)).toEqual(expected);
});

const passage = {
  documentId: "d",
  title: "Contrato",
  reference: "p. 2",
  text: "La entrega es el 5 de mayo.",
  share: 0.7,
};

function reading(answers: Readonly<Record<string, ReadResult>>): AgentInput {
  const tools = { read: async (name: string) => answers[name] ?? { ok: true, output: { facts: [] } } };
  return { tools } as unknown as AgentInput;
}

test("a passage is said with its document and its place, and one that shares little is not", async () => {
  const output = { passages: [passage, { ...passage, text: "Otra cosa.", share: 0.1 }], documents: [], tables: [] };
  const input = reading({ document_search: { ok: true, output } });
  const { messages } = await decideLookup({ kind: "in_documents", words: "la entrega" }, input);
  expect(messages[0]?.text).toBe("«La entrega es el 5 de mayo.» (Contrato, p. 2)");
});

test("pages of the web are said with their address; an engine that is down is no empty web", async () => {
  const results = [{ title: "Clima", url: "https://clima.example/cali", snippet: "28 grados" }];
  const found = await decideLookup(
    { kind: "web", words: "clima" },
    reading({ "web.search": { ok: true, output: { engine: "searxng", results } } }),
  );
  expect(found.messages[0]?.text).toContain("https://clima.example/cali");
  const down = reading({ "web.search": { ok: false, error: "unavailable", code: "engines_down", message: "" } });
  expect((await decideLookup({ kind: "web", words: "clima" }, down)).messages[0]?.text).toContain("no pude buscar");
});
