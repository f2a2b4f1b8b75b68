import type { Scenario } from "../../../src/memory/scenario.ts";
import { COLLECTING, CONFIRMED, EIGHT, OFFERING, summing } from "./starting-points.ts";

export const SELLING_SCENARIOS: readonly Scenario[] = [
  {
    id: "22",
    title: "ok to the summary is an order",
    from: summing("2x"),
    steps: [
      {
        says: "ok",
        expect: {
          mode: "confirmado",
          intent: "compra_confirmada",
          orders: [{ pack: "2x", total: 129_900, status: "confirmed" }],
          signals: ["cancel"],
          level: null,
          templates: ["compra_confirmada"],
        },
      },
    ],
  },
  {
    id: "22, after a question",
    title: "ok after an answer is asked about once, then it is an order",
    from: summing("2x"),
    steps: [
      {
        says: "¿cómo se toma?",
        expect: { mode: "resumen", templates: ["como_se_toma", "como_se_toma"], level: "L4", dueIn: 600 },
      },
      { says: "ok", expect: { mode: "resumen", templates: ["pedir_confirmacion"], orders: [] } },
      { says: "ok", expect: { mode: "confirmado", orders: [{ pack: "2x" }] } },
    ],
  },
  {
    id: "23",
    title: "a bare 2 after the offer",
    from: OFFERING,
    steps: [
      {
        says: "2",
        expect: {
          mode: "resumen",
          intent: "resumen_2x",
          pack: "2x",
          signals: ["start"],
          level: "L4",
          dueIn: 600,
          templates: ["resumen"],
          texts: ["129\\.900"],
        },
      },
    ],
  },
  {
    id: "24",
    title: "the price of two is no choice",
    from: OFFERING,
    steps: [
      {
        says: "¿cuánto me valen los dos?",
        expect: { mode: "ofrecer_promos", intent: "precio", pack: null, orders: [], level: "L3", dueIn: 600 },
      },
    ],
  },
  {
    id: "25",
    title: "a yes that names no pack",
    from: OFFERING,
    steps: [{ says: "sí", expect: { mode: "ofrecer_promos", pack: null, templates: ["cual_pack"] } }],
  },
  {
    id: "26",
    title: "another pack: another summary, and only that one is ordered",
    from: summing("2x"),
    steps: [
      {
        says: "mejor deme los 3",
        expect: { mode: "resumen", pack: "3x", templates: ["resumen"], texts: ["169\\.900"], dueIn: 600 },
      },
      { wait: "605s", expect: { orders: [{ pack: "3x", total: 169_900 }] } },
    ],
  },
  {
    id: "27",
    title: "another address in the summary is an edit",
    from: summing("1x"),
    steps: [
      {
        says: "espere, la dirección es Av 19 #33-08",
        expect: {
          mode: "resumen",
          data: { direccion: "Avenida 19 # 33-08", ciudad: "Medellín" },
          templates: ["resumen"],
          texts: ["Avenida 19 # 33-08"],
          signals: ["start"],
          level: "L4",
        },
      },
    ],
  },
  {
    id: "28",
    title: "three confirmations at once: one order, one answer",
    from: summing("2x"),
    steps: [
      {
        says: ["sí confirmo", "sí", "confirmado"],
        expect: { mode: "confirmado", orders: [{ pack: "2x" }], templates: ["compra_confirmada"] },
      },
      { says: "sí", expect: { replies: 0, orders: [{ pack: "2x" }], mode: "confirmado" } },
    ],
  },
  {
    id: "29",
    title: "not yet: no order, and no timer presses",
    from: summing("2x"),
    steps: [
      {
        says: "no, todavía no",
        expect: { mode: "resumen", intent: "no_confirmado", orders: [], signals: ["reevaluate"], level: null },
      },
      { wait: "1h", expect: { fired: 0, orders: [] } },
    ],
  },
  {
    id: "30",
    title: "cancel everything",
    from: summing("2x"),
    steps: [
      {
        says: "cancele todo",
        expect: {
          mode: "handoff",
          intent: "cancelar",
          templates: ["cancelar"],
          tools: ["create_task"],
          signals: ["cancel"],
          orders: [],
        },
      },
    ],
  },
  {
    id: "31",
    title: "no answer to the offer: an order without a pack, worth nothing",
    from: OFFERING,
    steps: [
      {
        wait: "605s",
        expect: {
          fired: 1,
          mode: "pedido_sinpack",
          orders: [{ pack: null, total: 0, status: "pending" }],
          signals: ["cancel"],
          templates: ["timer_sinpack"],
          level: null,
        },
      },
    ],
  },
  {
    id: "32",
    title: "no answer to the summary: an order of that pack, unconfirmed",
    from: summing("1x"),
    steps: [
      {
        wait: "605s",
        expect: {
          fired: 1,
          mode: "pedido_pendiente",
          orders: [{ pack: "1x", total: 79_900, status: "pending" }],
          templates: ["timer_pendiente"],
        },
      },
    ],
  },
  {
    id: "33",
    title: "a choice at the last second wins over the timer",
    from: OFFERING,
    steps: [
      { wait: "598s", expect: { fired: 0 } },
      { says: "deme el de uno", expect: { mode: "resumen", pack: "1x", level: "L4", dueIn: 600, orders: [] } },
      { wait: "300s", expect: { fired: 0 } },
    ],
  },
  {
    id: "34",
    title: "a choice after the timer changes the order, and makes no second one",
    from: OFFERING,
    steps: [
      { wait: "605s", expect: { mode: "pedido_sinpack" } },
      {
        says: "¡ay sí, el de 2!",
        expect: {
          orders: [{ pack: "2x", total: 129_900 }],
          tools: ["update_order"],
          templates: ["pedido_actualizado"],
        },
      },
    ],
  },
  {
    id: "55",
    title: "next month: a new session, the data is offered, a new order is possible",
    from: CONFIRMED,
    steps: [
      { handsBack: true },
      { wait: "30d" },
      { says: "hola, quiero otro", expect: { mode: "collecting_data", templates: ["datos_conocidos"] } },
      { says: "sí", expect: { mode: "ofrecer_promos", data: EIGHT, templates: ["ofrecer_promos"] } },
      { says: "el de 1", expect: { mode: "resumen" } },
      { says: "sí", expect: { mode: "confirmado", orders: [{ pack: "1x", total: 79_900 }] } },
    ],
  },
  {
    id: "56",
    title: "a question after the order",
    from: CONFIRMED,
    steps: [
      { says: "¿cuándo llega?", expect: { mode: "confirmado", templates: ["envio", "envio"], orders: [], tools: [] } },
    ],
  },
  {
    id: "58",
    title: "a turn that is decided again decides the same and orders nothing more",
    from: summing("2x"),
    steps: [
      { says: "sí confirmo", expect: { orders: [{ pack: "2x" }] } },
      { replay: true, expect: { orders: [{ pack: "2x" }], tools: ["create_order"] } },
    ],
  },
  {
    id: "61",
    title: "data in the offer is no purchase",
    from: { ...OFFERING, data: { ...EIGHT, nombre: "Marta" } },
    steps: [{ says: "soy Ana", expect: { mode: "ofrecer_promos", data: { nombre: "Ana" }, orders: [] } }],
  },
  {
    id: "whole sale",
    title: "from hello to the order",
    steps: [
      { says: "hola", expect: { mode: "conversacion" } },
      { says: "¿cuánto vale?", expect: { templates: ["precio"] } },
      { says: "quiero comprar", expect: { mode: "collecting_data", level: "L0" } },
      { says: "Ana Gómez 3015550142", expect: { replies: 0, level: "L1" } },
      { says: "cra 7 # 12-34 barrio Centro, Tunja", expect: { replies: 0, level: "L2" } },
      { says: "no tengo correo", expect: { mode: "ofrecer_promos", templates: ["ofrecer_promos"] } },
      {
        says: "el de 3 por favor",
        expect: {
          mode: "resumen",
          texts: ["169\\.900[^]*Ana Gómez[^]*301 555 0142[^]*Carrera 7 # 12-34, Barrio Centro, Tunja, Boyacá"],
        },
      },
      {
        says: "si",
        expect: { mode: "confirmado", orders: [{ pack: "3x", total: 169_900, status: "confirmed" }], texts: ["Ana"] },
      },
    ],
  },
  {
    id: "price of another pack in the summary",
    title: "is answered, and the pack stays",
    from: summing("1x"),
    steps: [{ says: "¿y cuánto valen los 3?", expect: { mode: "resumen", pack: "1x", intent: "precio" } }],
  },
  {
    id: "no to the summary",
    title: "a bare no orders nothing",
    from: summing("1x"),
    steps: [{ says: "no", expect: { orders: [], mode: "resumen", templates: ["no_confirmado"], level: null } }],
  },
  {
    id: "thanks in the offer",
    title: "politeness after the offer is not answered",
    from: OFFERING,
    steps: [{ says: "gracias", expect: { replies: 0, mode: "ofrecer_promos", orders: [] } }],
  },
  {
    id: "forced confirmation",
    title: "the caller has spoken: an order without words",
    from: summing("2x"),
    steps: [{ forced: "compra_confirmada", expect: { mode: "confirmado", replies: 0, orders: [{ pack: "2x" }] } }],
  },
  {
    id: "forced offer",
    title: "is made without asking for anything",
    from: COLLECTING,
    steps: [{ forced: "ofrecer_promos", expect: { mode: "ofrecer_promos", templates: ["ofrecer_promos"] } }],
  },
  {
    id: "order without critical data",
    title: "is blocked, and a person is told",
    from: { ...summing("2x"), data: { nombre: "Ana" } },
    steps: [
      {
        says: "sí confirmo",
        expect: { mode: "handoff", orders: [], templates: ["pedido_incompleto"], tools: ["create_task"] },
      },
    ],
  },
  {
    id: "change after the order",
    title: "another pack after a confirmed order is for a person",
    from: CONFIRMED,
    steps: [{ says: "mejor deme los 3", expect: { mode: "handoff", templates: ["cambio_de_pedido"], orders: [] } }],
  },
  {
    id: "office in the summary",
    title: "a change to the office in the summary shows it again at once, where nothing is missing",
    from: summing("2x"),
    steps: [
      {
        says: "mejor lo recojo en la oficina",
        expect: {
          mode: "resumen",
          data: { direccion: null, entrega: "oficina" },
          templates: ["oficina_confirmada", "resumen"],
          texts: ["", "OFICINA INTER - Medellín, Antioquia"],
          orders: [],
        },
      },
    ],
  },
  {
    id: "53, a step",
    title: "a confirmation that a question cut off is said after the answer",
    from: summing("2x"),
    steps: [
      { says: "sí confirmo", expect: { mode: "confirmado" } },
      {
        cutAfter: 0,
        says: "¿tiene invima?",
        expect: { mode: "confirmado", templates: ["invima", "compra_confirmada"], orders: [{ pack: "2x" }] },
      },
    ],
  },
  {
    id: "unread summary",
    title: "nobody confirms a summary that they could not read",
    from: OFFERING,
    steps: [
      { says: "el de 2", expect: { mode: "resumen" } },
      { cutAfter: 0, says: "sí", expect: { mode: "resumen", templates: ["resumen"], orders: [] } },
      { says: "sí", expect: { mode: "confirmado", orders: [{ pack: "2x" }] } },
    ],
  },
  {
    id: "forced timer order",
    title: "an order that the system places by name",
    from: summing("3x"),
    steps: [
      {
        forced: "timer_pendiente",
        expect: { mode: "pedido_pendiente", intent: "timer_pendiente", orders: [{ pack: "3x", total: 169_900 }] },
      },
    ],
  },
  {
    id: "forced nonsense",
    title: "an intent that nobody has is no crash and no silence",
    from: OFFERING,
    steps: [{ forced: "volar", expect: { mode: "handoff", templates: ["fallback"], orders: [] } }],
  },
  {
    id: "just one",
    title: "one alone, in other words",
    from: summing("3x"),
    steps: [{ says: "la verdad prefiero uno solo", expect: { mode: "resumen", pack: "1x", texts: ["79\\.900"] } }],
  },
  {
    id: "55, moved",
    title: "the known data with another address: the rest is taken over",
    from: CONFIRMED,
    steps: [
      { handsBack: true },
      { says: "hola, quiero otro", expect: { templates: ["datos_conocidos"] } },
      {
        says: "la dirección es Cra 8 # 20-11",
        expect: {
          mode: "collecting_data",
          data: { nombre: "Marta Lucía", direccion: "Carrera 8 # 20-11", ciudad: "Medellín", barrio: null },
          templates: ["captura_datos_si_compra"],
          texts: ["• Barrio$|• Barrio\\n"],
        },
      },
      { says: "barrio Belén", expect: { mode: "ofrecer_promos" } },
    ],
  },
  {
    id: "55, no",
    title: "a no to the known data: it is asked anew",
    from: CONFIRMED,
    steps: [
      { handsBack: true },
      { says: "quiero otro", expect: { templates: ["datos_conocidos"], mode: "collecting_data" } },
      {
        says: "no",
        expect: { mode: "collecting_data", templates: ["captura_datos_si_compra"], data: { nombre: null } },
      },
    ],
  },
  {
    id: "edit after the order",
    title: "another address after an order without a pack changes it, and no sentence has a hole",
    from: OFFERING,
    steps: [
      { wait: "605s", expect: { mode: "pedido_sinpack" } },
      {
        says: "la dirección es Av 19 #33-08",
        expect: {
          mode: "pedido_sinpack",
          tools: ["update_order"],
          texts: ["^Listo, los cambios quedaron"],
          orders: [{ pack: null, shippingAddress: "Avenida 19 # 33-08, Barrio Laureles, Medellín, Antioquia" }],
        },
      },
    ],
  },
];
