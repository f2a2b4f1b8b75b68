import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { drawModes } from "../../../src/flow/definition/draw-modes.ts";
import { PIZZERIA } from "../pizzeria.ts";

test("the modes of a shop as a diagram", () => {
  const lines = drawModes(PIZZERIA).split("\n");
  expect(lines.slice(0, 3)).toEqual(["stateDiagram-v2", "  [*] --> inicio", "  inicio --> charla"]);
  expect(lines).toContain("  carta --> cuenta");
  expect(lines.at(-1)).toBe("  persona --> [*]");
});

/** Requirement A5, row by row, with the edges that A6 adds. */
test("Somnio's modes lead where the requirements say (A9)", () => {
  const { transitions } = somnioFlow.definition;
  const leadsTo = Object.fromEntries(
    Object.entries(transitions).map(([from, row]) => [from, Object.keys(row).filter((to) => row[to] === true)]),
  );
  const collecting = ["collecting_data", "collecting_data_inter"];
  expect(leadsTo).toEqual({
    bienvenida: ["conversacion", ...collecting, "handoff"],
    conversacion: [...collecting, "handoff"],
    collecting_data: ["collecting_data_inter", "ofrecer_promos", "handoff"],
    collecting_data_inter: ["collecting_data", "ofrecer_promos", "handoff"],
    ofrecer_promos: [...collecting, "resumen", "pedido_sinpack", "handoff"],
    resumen: [...collecting, "ofrecer_promos", "confirmado", "pedido_pendiente", "handoff"],
    confirmado: ["conversacion", "handoff"],
    pedido_sinpack: ["conversacion", "handoff"],
    pedido_pendiente: ["conversacion", "handoff"],
    handoff: [],
  });
});
