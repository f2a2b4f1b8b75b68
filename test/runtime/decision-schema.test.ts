import { describe, expect, test } from "vitest";
import type { Decision } from "../../src/core/agent/agent.ts";
import { parseDecision } from "../../src/runtime/decision-schema.ts";
import { decision } from "../support/shop.ts";

const WHOLE: Decision = decision("hola", {
  messages: [{ text: "hola", templateId: "x.hola", priority: "CORE", delayMs: 3_000, replyTo: "wamid.1" }],
  stateUpdates: {
    newMode: "collecting_data",
    newIntentsVistos: ["hola"],
    newTemplatesEnviados: ["x.hola"],
    newDatosCapturados: { nombre: "Ana" },
    newPackSeleccionado: null,
    clearedDatos: ["direccion"],
    newIngestStatus: {
      active: true,
      startedAt: "2025-03-03T15:00:00.000Z",
      firstDataAt: null,
      fieldsAccumulated: ["nombre"],
      timerType: "partial",
      lastClassification: "datos",
      timeline: [
        {
          message: "soy Ana",
          classification: "datos",
          confidence: 95,
          fieldsExtracted: ["nombre"],
          timestamp: "2025-03-03T15:00:00.000Z",
        },
      ],
    },
    newPendientes: ["x.envio"],
  },
  timerSignals: [{ type: "cancel", reason: "the data is complete" }, { type: "start" }],
  timer: { level: "L3", seconds: { real: 600, rapido: 60, instantaneo: 2 } },
  tools: [{ callId: "create_task", tool: "create_task", input: { title: "x" } }],
});

test("a decision comes through with every field that it may have (A1)", () => {
  expect(parseDecision(WHOLE, "somnio")).toEqual(WHOLE);
  expect(parseDecision(JSON.parse(JSON.stringify(WHOLE)), "journal")).toEqual(WHOLE);
});

describe("what cannot be carried out is refused, and the refusal names the field", () => {
  const changed = (change: object): unknown => ({ ...WHOLE, ...change });
  const state = (change: object): unknown => changed({ stateUpdates: { ...WHOLE.stateUpdates, ...change } });
  test.each([
    ["a signal that there is none of", changed({ timerSignals: [{ type: "restart" }] }), /timerSignals\[0\]\.type/],
    [
      "a level without a preset",
      changed({ timer: { level: "L3", seconds: { real: 600, rapido: 60 } } }),
      /timer\.seconds/,
    ],
    [
      "a timer that never ends",
      changed({ timer: { level: "L3", seconds: { real: 1e9, rapido: 60, instantaneo: 2 } } }),
      /timer\.seconds\.real: must be at most/,
    ],
    [
      "a timer of no time, which would fire without an end",
      changed({ timer: { level: "L3", seconds: { real: 0, rapido: 60, instantaneo: 2 } } }),
      /timer\.seconds\.real/,
    ],
    ["a pause of an hour", changed({ messages: [{ text: "a", templateId: null, delayMs: 3_600_000 }] }), /delayMs/],
    ["a pause below nothing", changed({ messages: [{ text: "a", templateId: null, delayMs: -1 }] }), /delayMs/],
    ["cleared data that is no list of names", state({ clearedDatos: "direccion" }), /stateUpdates\.clearedDatos/],
    [
      "an ingest status with a word of its own",
      state({ newIngestStatus: { ...WHOLE.stateUpdates.newIngestStatus, mood: "good" } }),
      /stateUpdates\.newIngestStatus/,
    ],
    ["a field that no decision has", changed({ price: 1 }), /price/],
  ])("%s", (_, value, names) => {
    expect(() => parseDecision(value, "somnio")).toThrow(names);
  });
});
