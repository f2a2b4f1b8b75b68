import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import type { AgentInput, Decision } from "../../../src/core/agent/agent.ts";
import type { SessionId } from "../../../src/core/ids.ts";
import { NO_READS } from "../../../src/core/tool-calls/turn-reads.ts";

const SAID = "el mismo de este whatsapp";

function heard(contact: AgentInput["contact"]): AgentInput {
  return {
    ...{ message: SAID, messages: [SAID], inputClass: "TEXT_SIMPLE", contact },
    session: {
      ...{ id: "0195d6a0-0000-7000-8000-000000000001" as SessionId, agentId: "somnio", status: "active", version: 1 },
      ...{ mode: "collecting_data", intentsVistos: [], templatesEnviados: [], packSeleccionado: null },
      datosCapturados: { nombre: "Ana", apellido: "Ruiz", direccion: "Calle 28 # 14-09", ciudad: "Girón" },
      ...{ ingestStatus: null, pendientes: [] },
    },
    ...{ history: [], unsaid: [], turnNumber: 2, forceIntent: null, tools: NO_READS },
    now: new Date("2025-03-03T15:00:00Z"),
  };
}

const decide = async (contact: AgentInput["contact"]): Promise<Decision> => await somnioFlow.decide(heard(contact));

test("the number that a customer writes from is their phone, once they say so", async () => {
  const { stateUpdates } = await decide({ name: null, phone: "573015550142" });
  expect(stateUpdates).toMatchObject({ newDatosCapturados: { telefono: "573015550142" } });
});

test("where WhatsApp tells no number, its digits are asked for, and nothing is taken down", async () => {
  for (const contact of [{ name: "Ana" }, { name: null, phone: null }]) {
    const { messages, stateUpdates } = await decide(contact);
    expect(messages.map(({ text }) => text).join(" ")).toMatch(/no alcanzo a ver su número.*10 dígitos/su);
    expect(stateUpdates.newDatosCapturados?.["telefono"]).toBeUndefined();
  }
});
