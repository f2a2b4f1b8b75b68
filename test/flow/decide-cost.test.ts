import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import type { AgentInput } from "../../src/core/agent/agent.ts";
import type { ChatLine } from "../../src/core/agent/session.ts";
import type { SessionId } from "../../src/core/ids.ts";
import { NO_READS } from "../../src/core/tool-calls/turn-reads.ts";
import { EIGHT } from "../scenarios/somnio/starting-points.ts";

const SAID = [
  "hola, ¿cuánto vale y cómo se toma?",
  "sí confirmo",
  "Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co",
  "ok gracias",
  "¿hacen envíos a Pasto? es que vivo en Ipiales",
];
const MODES = ["conversacion", "collecting_data", "ofrecer_promos", "resumen"];

interface Counts {
  /** How often the words of a turn of the history were looked at. */
  contents: number;
  /** How often an id in the list of what was sent was looked at. */
  sent: number;
}

/** A session that has gone on for so many turns, which counts what is read of it. */
function input(message: string, mode: string, turns: number, counts: Counts): AgentInput {
  const { definition } = somnioFlow;
  const sent = Array.from(
    { length: turns },
    (_, at) => definition.templates[at % definition.templates.length]?.id ?? "",
  );
  return {
    message,
    messages: [message],
    inputClass: "TEXT_SIMPLE",
    session: {
      id: "0195d6a0-0000-7000-8000-000000000001" as SessionId,
      agentId: "somnio",
      status: "active",
      mode,
      version: turns,
      intentsVistos: Object.keys(definition.intents).map((intent, orden) => ({
        intent,
        orden,
        timestamp: "2025-03-03T14:00:00.000Z",
      })),
      templatesEnviados: new Proxy(sent, {
        get(target, key, receiver) {
          if (typeof key === "string" && /^\d/.test(key)) counts.sent += 1;
          return Reflect.get(target, key, receiver);
        },
      }),
      datosCapturados: EIGHT,
      packSeleccionado: "2x",
      ingestStatus: null,
      pendientes: [],
    },
    history: Array.from({ length: turns }, (_, at) => turn(at, counts)),
    unsaid: [],
    turnNumber: turns + 1,
    contact: { name: null },
    forceIntent: null,
    tools: NO_READS,
    now: new Date("2025-03-03T15:00:00Z"),
    dueTimer: null,
    timer: null,
    knownData: {},
  };
}

function turn(at: number, counts: Counts): ChatLine {
  return {
    role: at % 2 === 0 ? "user" : "assistant",
    get content() {
      counts.contents += 1;
      return `Estos son nuestros precios: 1 frasco *$79.900* (${at}). ¿Le gustaría hacer su pedido?`;
    },
    intent: null,
    confidence: null,
    createdAt: new Date(at),
  };
}

function readsOf(message: string, mode: string, turns: number): Counts {
  const counts = { contents: 0, sent: 0 };
  somnioFlow.decide(input(message, mode, turns, counts));
  return counts;
}

/** Not measured in time, which on a shared machine is the others' as well: `npm run bench -- --only decide` does that. */
test.each(SAID.flatMap((message) => MODES.map((mode) => [mode, message] as const)))(
  "in %s, %s costs what it costs, however long the conversation has been",
  (mode, message) => {
    const [short, long] = [readsOf(message, mode, 50), readsOf(message, mode, 1_000)];
    // Only our last words matter.
    expect(long.contents).toBe(short.contents);
    // Among them the lines in which a place may have been asked about, and the one that this one may go on with.
    expect(long.contents).toBeLessThanOrEqual(21);
    // The list of what was sent is gone through a few times, never once for each of something else.
    expect(long.sent).toBeLessThanOrEqual(8 * 1_000);
  },
);
