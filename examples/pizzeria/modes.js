// @ts-check
import { transitionTable } from "recado/flow";

/** @satisfies {Record<string, { stage: import("recado/flow").Stage }>} */
export const MODES = /** @type {const} */ ({
  saludo: { stage: "welcome" },
  charla: { stage: "talk" },
  tomando_pedido: { stage: "collect" },
  eligiendo_tamano: { stage: "offer" },
  cuenta: { stage: "summary" },
  en_el_horno: { stage: "confirmed" },
  con_una_persona: { stage: "handoff" },
});

export const TRANSITIONS = transitionTable({
  saludo: ["charla", "tomando_pedido", "con_una_persona"],
  charla: ["tomando_pedido", "con_una_persona"],
  tomando_pedido: ["eligiendo_tamano", "con_una_persona"],
  eligiendo_tamano: ["cuenta", "tomando_pedido", "con_una_persona"],
  cuenta: ["en_el_horno", "eligiendo_tamano", "tomando_pedido", "con_una_persona"],
  en_el_horno: ["con_una_persona"],
  con_una_persona: [],
});

/** No pizza goes into the oven unconfirmed, so nothing is ordered by a timer. */
export const PURPOSES = /** @type {const} */ ({
  talk: "charla",
  collect: "tomando_pedido",
  collectPickup: null,
  offer: "eligiendo_tamano",
  summary: "cuenta",
  confirmed: "en_el_horno",
  orderedWithoutPack: null,
  orderedUnconfirmed: null,
  handoff: "con_una_persona",
});
