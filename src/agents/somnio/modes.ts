import type { FlowDefinition, Gate, Stage, TransitionTable } from "../../flow/definition/flow-definition.ts";

/** Where a sale stands (requirement A5). Contract names. */
export const MODES = {
  bienvenida: { stage: "welcome" },
  conversacion: { stage: "talk" },
  collecting_data: { stage: "collect" },
  collecting_data_inter: { stage: "collect" },
  ofrecer_promos: { stage: "offer" },
  resumen: { stage: "summary" },
  confirmado: { stage: "confirmed" },
  pedido_sinpack: { stage: "provisional" },
  pedido_pendiente: { stage: "provisional" },
  handoff: { stage: "handoff" },
} as const satisfies Record<string, { stage: Stage }>;
export type Mode = keyof typeof MODES;

const o = true;
const _ = false;

/**
 * From each mode (row) to each other (column). Staying needs no permission. The table of
 * requirement A5, with the edges that A6 adds for real use: a pack chosen before the data is there,
 * and an address that changes in the summary.
 */
// biome-ignore format: a table is read in columns
export const TRANSITIONS: TransitionTable<Mode> = {
  bienvenida:            { bienvenida: _, conversacion: o, collecting_data: o, collecting_data_inter: o, ofrecer_promos: _, resumen: _, confirmado: _, pedido_sinpack: _, pedido_pendiente: _, handoff: o },
  conversacion:          { bienvenida: _, conversacion: _, collecting_data: o, collecting_data_inter: o, ofrecer_promos: _, resumen: _, confirmado: _, pedido_sinpack: _, pedido_pendiente: _, handoff: o },
  collecting_data:       { bienvenida: _, conversacion: _, collecting_data: _, collecting_data_inter: o, ofrecer_promos: o, resumen: _, confirmado: _, pedido_sinpack: _, pedido_pendiente: _, handoff: o },
  collecting_data_inter: { bienvenida: _, conversacion: _, collecting_data: o, collecting_data_inter: _, ofrecer_promos: o, resumen: _, confirmado: _, pedido_sinpack: _, pedido_pendiente: _, handoff: o },
  ofrecer_promos:        { bienvenida: _, conversacion: _, collecting_data: o, collecting_data_inter: o, ofrecer_promos: _, resumen: o, confirmado: _, pedido_sinpack: o, pedido_pendiente: _, handoff: o },
  resumen:               { bienvenida: _, conversacion: _, collecting_data: o, collecting_data_inter: o, ofrecer_promos: o, resumen: _, confirmado: o, pedido_sinpack: _, pedido_pendiente: o, handoff: o },
  confirmado:            { bienvenida: _, conversacion: o, collecting_data: _, collecting_data_inter: _, ofrecer_promos: _, resumen: _, confirmado: _, pedido_sinpack: _, pedido_pendiente: _, handoff: o },
  pedido_sinpack:        { bienvenida: _, conversacion: o, collecting_data: _, collecting_data_inter: _, ofrecer_promos: _, resumen: _, confirmado: _, pedido_sinpack: _, pedido_pendiente: _, handoff: o },
  pedido_pendiente:      { bienvenida: _, conversacion: o, collecting_data: _, collecting_data_inter: _, ofrecer_promos: _, resumen: _, confirmado: _, pedido_sinpack: _, pedido_pendiente: _, handoff: o },
  handoff:               { bienvenida: _, conversacion: _, collecting_data: _, collecting_data_inter: _, ofrecer_promos: _, resumen: _, confirmado: _, pedido_sinpack: _, pedido_pendiente: _, handoff: _ },
};

export const PURPOSES: FlowDefinition<Mode>["purposes"] = {
  talk: "conversacion",
  collect: "collecting_data",
  collectPickup: "collecting_data_inter",
  offer: "ofrecer_promos",
  summary: "resumen",
  confirmed: "confirmado",
  orderedWithoutPack: "pedido_sinpack",
  orderedUnconfirmed: "pedido_pendiente",
  handoff: "handoff",
};

export const GATES: Partial<Record<Mode, readonly Gate[]>> = {
  ofrecer_promos: ["critical_data"],
  resumen: ["critical_data", "pack_chosen"],
  confirmado: ["critical_data", "pack_chosen", "summary_shown"],
};
