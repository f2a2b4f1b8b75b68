import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import type { StartingPoint } from "../../../src/lab/memory/starting-point.ts";
import { COLLECTING, CONFIRMED, OFFERING, summing, TALKING } from "../../scenarios/somnio/starting-points.ts";

const START: Readonly<Record<string, StartingPoint>> = {
  bienvenida: {},
  conversacion: TALKING,
  collecting_data: COLLECTING,
  collecting_data_inter: { ...COLLECTING, mode: "collecting_data_inter", data: { entrega: "oficina" } },
  ofrecer_promos: OFFERING,
  resumen: summing("2x"),
  confirmado: CONFIRMED,
  pedido_sinpack: { ...CONFIRMED, mode: "pedido_sinpack", pack: null },
  pedido_pendiente: { ...CONFIRMED, mode: "pedido_pendiente" },
  handoff: { mode: "handoff" },
};

/** What "sí", "ok" and "gracias" lead to: the mode, and what is said. */
const EXPECTED: Readonly<Record<string, Readonly<Record<"sí" | "ok" | "gracias", string>>>> = {
  // A stranger's first sign is greeted, whatever it is.
  bienvenida: { sí: "conversacion: hola", ok: "conversacion: hola", gracias: "conversacion: hola" },
  conversacion: { sí: "conversacion: —", ok: "conversacion: —", gracias: "conversacion: —" },
  collecting_data: { sí: "collecting_data: —", ok: "collecting_data: —", gracias: "collecting_data: —" },
  collecting_data_inter: {
    sí: "collecting_data_inter: —",
    ok: "collecting_data_inter: —",
    gracias: "collecting_data_inter: —",
  },
  ofrecer_promos: { sí: "ofrecer_promos: cual_pack", ok: "ofrecer_promos: cual_pack", gracias: "ofrecer_promos: —" },
  resumen: {
    sí: "confirmado: compra_confirmada",
    ok: "confirmado: compra_confirmada",
    gracias: "resumen: pedir_confirmacion",
  },
  confirmado: { sí: "confirmado: —", ok: "confirmado: —", gracias: "confirmado: —" },
  pedido_sinpack: { sí: "pedido_sinpack: cual_pack", ok: "pedido_sinpack: —", gracias: "pedido_sinpack: —" },
  pedido_pendiente: {
    sí: "pedido_pendiente: pedido_actualizado",
    ok: "pedido_pendiente: —",
    gracias: "pedido_pendiente: —",
  },
  handoff: { sí: "handoff: —", ok: "handoff: —", gracias: "handoff: —" },
};

const CASES = Object.entries(EXPECTED).flatMap(([mode, answers]) =>
  Object.entries(answers).map(([says, outcome]) => [mode, says, outcome] as const),
);

test("every mode is here", () => {
  expect(Object.keys(EXPECTED)).toEqual(Object.keys(somnioFlow.definition.modes));
});

test.each(CASES)("in %s, %j → %s (L-3)", async (mode, says, outcome) => {
  const conversation = createSandboxConversation(somnioFlow, START[mode]);
  const { decision } = await conversation.hear([says]);
  const said = (decision?.messages ?? []).map(({ templateId }) => templateId?.split(".")[1]).join(", ") || "—";
  expect(`${conversation.session().mode}: ${said}`).toBe(outcome);
  expect(decision?.handoff).toBeNull();
});

test.each(["bienvenida", "conversacion"])("in %s, a yes to our offer buys", async (mode) => {
  for (const says of ["sí", "ok", "dale", "listo", "👍"]) {
    const conversation = createSandboxConversation(somnioFlow, {
      ...START[mode],
      said: ["¿Le gustaría hacer su pedido?"],
    });
    await conversation.hear([says]);
    expect(conversation.session().mode, says).toBe("collecting_data");
  }
});
