import type { Scenario } from "../../../src/memory/scenario.ts";
import { COLLECTING, EIGHT, SEVEN, SIX } from "./starting-points.ts";

export const COLLECTING_SCENARIOS: readonly Scenario[] = [
  {
    id: "7",
    title: "all eight in one message: the offer at once",
    from: COLLECTING,
    steps: [
      {
        says: "Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co",
        expect: {
          mode: "ofrecer_promos",
          data: EIGHT,
          signals: ["cancel", "start"],
          level: "L3",
          templates: ["ofrecer_promos"],
          texts: ["79\\.900[^]*129\\.900[^]*169\\.900"],
        },
      },
    ],
  },
  {
    id: "8",
    title: "four messages in a row: silence, and one timer",
    from: COLLECTING,
    steps: [
      { says: "Julián", expect: { signals: ["start"], replies: 0, level: "L1" } },
      { says: "Peña Mora", expect: { signals: ["reevaluate"], replies: 0 } },
      { says: "3125550177", expect: { signals: ["reevaluate"], replies: 0 } },
      {
        says: "vivo en Pereira",
        expect: {
          mode: "collecting_data",
          signals: ["reevaluate"],
          replies: 0,
          dueIn: 360,
          data: {
            nombre: "Julián",
            apellido: "Peña Mora",
            telefono: "573125550177",
            ciudad: "Pereira",
            departamento: "Risaralda",
          },
        },
      },
    ],
  },
  {
    id: "8, burst",
    title: "the same four messages at once",
    from: COLLECTING,
    steps: [
      {
        says: ["Julián", "Peña Mora", "3125550177", "vivo en Pereira"],
        expect: { signals: ["start"], replies: 0, data: { apellido: "Peña Mora", departamento: "Risaralda" } },
      },
    ],
  },
  {
    id: "9",
    title: "a datum and a question: kept and answered",
    from: { ...COLLECTING, data: { nombre: "Marta" }, armed: { level: "L1", inSeconds: 200 } },
    steps: [
      {
        says: "mi dirección es Cra 8 # 20-11, ¿el envío tiene costo?",
        expect: {
          mode: "collecting_data",
          intent: "envio",
          data: { direccion: "Carrera 8 # 20-11" },
          templates: ["envio", "envio"],
          signals: ["reevaluate"],
          dueIn: 200,
        },
      },
    ],
  },
  {
    id: "10",
    title: "a question: answered, and the timer goes on counting",
    from: { ...COLLECTING, data: { nombre: "Marta" }, armed: { level: "L1", inSeconds: 200 } },
    steps: [
      {
        says: "¿y se puede pagar al recibir?",
        expect: { mode: "collecting_data", intent: "modopago2", templates: ["modopago2"], signals: [], dueIn: 200 },
      },
    ],
  },
  {
    id: "11",
    title: "laughter: nothing",
    from: COLLECTING,
    steps: [{ says: "jajaja ok", expect: { replies: 0, signals: [], mode: "collecting_data" } }],
  },
  {
    id: "12",
    title: "no e-mail counts as answered",
    from: { ...COLLECTING, data: SEVEN },
    steps: [
      {
        says: "no manejo correo",
        expect: {
          mode: "ofrecer_promos",
          data: { correo: "N/A" },
          signals: ["cancel", "start"],
          templates: ["ofrecer_promos"],
        },
      },
    ],
  },
  {
    id: "13",
    title: "one datum, then silence: what is missing is listed once",
    from: COLLECTING,
    steps: [
      { says: "me llamo Rocío", expect: { signals: ["start"], level: "L1", dueIn: 360, replies: 0 } },
      {
        wait: "366s",
        expect: {
          fired: 1,
          templates: ["campos_faltantes"],
          texts: ["(•[^•]*){7}$"],
          mode: "collecting_data",
          level: null,
        },
      },
      { wait: "5h", expect: { fired: 0, replies: 0 } },
      { says: "vivo en Cali", expect: { replies: 0, level: "L1", dueIn: 360 } },
    ],
  },
  {
    id: "14",
    title: "no data at all: one reminder",
    from: { mode: "conversacion" },
    steps: [
      { says: "quiero comprar", expect: { level: "L0", dueIn: 600 } },
      { wait: "605s", expect: { fired: 1, templates: ["recordatorio_datos"] } },
      { wait: "3h", expect: { fired: 0 } },
    ],
  },
  {
    id: "15",
    title: "the minimum, then silence: the offer",
    from: { ...COLLECTING, data: SIX, armed: { level: "L2", inSeconds: 120 } },
    steps: [
      {
        wait: "125s",
        expect: { fired: 1, mode: "ofrecer_promos", templates: ["ofrecer_promos"], signals: ["start"], level: "L3" },
      },
    ],
  },
  {
    id: "16",
    title: "a datum just before the offer does not start the wait again",
    from: { ...COLLECTING, data: SIX, armed: { level: "L2", inSeconds: 120 } },
    steps: [
      { wait: "119s", expect: { fired: 0 } },
      {
        says: "mi barrio es El Prado",
        expect: { mode: "collecting_data", data: { barrio: "El Prado" }, level: "L2", dueIn: 1, replies: 0 },
      },
      { wait: "10s", expect: { fired: 1, mode: "ofrecer_promos", templates: ["ofrecer_promos"] } },
    ],
  },
  {
    id: "43",
    title: "a voice note is like text",
    from: COLLECTING,
    steps: [
      {
        media: { inputClass: "RICH_INPUT", words: "soy Elkin Páez, estoy en Neiva" },
        expect: { data: { nombre: "Elkin", apellido: "Páez", ciudad: "Neiva", departamento: "Huila" }, replies: 0 },
      },
    ],
  },
  {
    id: "48",
    title: "a phone that is too short is not kept, and is asked for",
    from: COLLECTING,
    steps: [
      { says: "soy Ana Gómez, mi número es 31255501", expect: { data: { nombre: "Ana", telefono: null } } },
      { wait: "366s", expect: { texts: ["Teléfono"] } },
    ],
  },
  {
    id: "49",
    title: "a foreign number keeps its country code",
    from: COLLECTING,
    steps: [{ says: "+1 305 555 0160", expect: { data: { telefono: "13055550160" } } }],
  },
  {
    id: "50",
    title: "a city of several departments: the department is asked, not invented",
    from: { ...COLLECTING, data: { ...SIX, ciudad: "", departamento: "", barrio: "Centro", correo: "N/A" } },
    steps: [
      {
        says: "vivo en Villanueva",
        expect: { data: { ciudad: "Villanueva", departamento: null }, mode: "collecting_data" },
      },
      { says: "departamento: Casanare", expect: { data: { departamento: "Casanare" }, mode: "ofrecer_promos" } },
    ],
  },
  {
    id: "51",
    title: "a remote city: home or office is asked once, and the order goes to the office",
    from: COLLECTING,
    steps: [
      {
        says: "vivo en Leticia",
        expect: { templates: ["pregunta_oficina"], mode: "collecting_data", data: { ciudad: "Leticia" } },
      },
      {
        says: "recojo",
        expect: { mode: "collecting_data_inter", templates: ["oficina_confirmada"], signals: ["start"], level: "L7" },
      },
      { says: "Ana Gómez, 3015550142", expect: { mode: "collecting_data_inter", level: "L8" } },
      { wait: "125s", expect: { mode: "ofrecer_promos", templates: ["ofrecer_promos"] } },
      { says: "el de 2", expect: { mode: "resumen", texts: ["OFICINA INTER - Leticia, Amazonas"] } },
      {
        says: "sí confirmo",
        expect: {
          mode: "confirmado",
          orders: [{ pack: "2x", total: 129_900, shippingAddress: "OFICINA INTER - Leticia, Amazonas" }],
        },
      },
    ],
  },
  {
    id: "51, question",
    title: "asking whether it can be picked up is asked back",
    from: COLLECTING,
    steps: [
      { says: "se puede recoger en Interrapidísimo?", expect: { templates: ["pregunta_oficina"] } },
      { says: "a domicilio mejor", expect: { mode: "collecting_data", templates: ["domicilio_confirmado"] } },
    ],
  },
  {
    id: "52",
    title: "a late change to the office takes the address back and says so",
    from: { ...COLLECTING, data: SIX },
    steps: [
      {
        says: "mejor lo recojo en la oficina",
        expect: {
          mode: "collecting_data_inter",
          data: { direccion: null, entrega: "oficina", nombre: "Marta Lucía" },
          templates: ["oficina_confirmada"],
        },
      },
      { wait: "125s", expect: { mode: "ofrecer_promos" } },
      {
        wait: "610s",
        expect: { mode: "pedido_sinpack", orders: [{ shippingAddress: "OFICINA INTER - Medellín, Antioquia" }] },
      },
    ],
  },
  {
    id: "59",
    title: "due after the 24 hours: nothing free-form leaves",
    from: { ...COLLECTING, data: { nombre: "Ana" }, armed: { level: "L1", inSeconds: 360 } },
    steps: [{ away: "30h", expect: { fired: 1, windowClosed: true, replies: 0 } }],
  },
  {
    id: "62",
    title: "a pack named early is remembered: with all data, straight to its summary",
    from: COLLECTING,
    steps: [
      {
        says: "el de 3 y mi cédula... no, mejor mi cel 3015550199",
        expect: { mode: "collecting_data", pack: "3x", data: { telefono: "573015550199" }, orders: [] },
      },
      {
        says: "Marta Ríos, Cll 45 #12-30, barrio Laureles, Medellín, sin correo",
        expect: {
          mode: "resumen",
          pack: "3x",
          signals: ["cancel", "start"],
          level: "L4",
          templates: ["resumen"],
          texts: ["169\\.900"],
        },
      },
    ],
  },
  {
    id: "L6",
    title: "who told data without a word of buying is asked softly",
    from: { mode: "conversacion" },
    steps: [
      { says: "soy Carlos Pérez", expect: { mode: "collecting_data", level: "L6", replies: 0 } },
      { wait: "366s", expect: { templates: ["retoma_datos"], texts: ["Le gustaría hacer su pedido"] } },
    ],
  },
  {
    id: "L1, office",
    title: "a town without an address: the office is asked about, once, instead of the list",
    from: { ...COLLECTING, data: { nombre: "Ana" } },
    steps: [
      { says: "vivo en Sogamoso" },
      { wait: "366s", expect: { templates: ["pregunta_oficina"] } },
      { says: "mi apellido es Gómez" },
      { wait: "366s", expect: { templates: ["campos_faltantes"] } },
    ],
  },
  {
    id: "L7",
    title: "in the office the critical data that is missing is listed",
    from: {
      mode: "collecting_data_inter",
      data: { entrega: "oficina", nombre: "Ana" },
      armed: { level: "L7", inSeconds: 120 },
    },
    steps: [{ wait: "125s", expect: { fired: 1, templates: ["oficina_faltantes"], mode: "collecting_data_inter" } }],
  },
  {
    id: "way out while collecting",
    title: "who wants a person while data is collected gets one",
    from: { ...COLLECTING, data: SIX, armed: { level: "L2", inSeconds: 60 } },
    steps: [
      { says: "mejor quiero hablar con un asesor", expect: { mode: "handoff", level: null, signals: ["cancel"] } },
    ],
  },
  {
    id: "correction",
    title: "another city takes the department with it",
    from: { ...COLLECTING, data: { nombre: "Ana", ciudad: "Cali", departamento: "Valle del Cauca" } },
    steps: [{ says: "perdón, vivo en Villanueva", expect: { data: { ciudad: "Villanueva", departamento: null } } }],
  },
  {
    id: "bought with the first words",
    title: "a first message with a greeting, a wish to buy and data is answered with what is missing",
    steps: [
      {
        says: "Buenos días, quiero un frasco. Soy Pedro Nel Gómez, vivo en la cra 10 # 5-20 de Girardot, 3119998877",
        expect: {
          mode: "collecting_data",
          data: { nombre: "Pedro Nel", apellido: "Gómez", ciudad: "Girardot", departamento: "Cundinamarca" },
          templates: ["captura_datos_si_compra"],
          texts: ["Barrio\\n• Correo"],
          level: "L2",
        },
      },
    ],
  },
  {
    id: "greeting and name",
    title: "a greeting with a name is answered, and asks softly",
    steps: [
      { says: "Hola, soy Carlos Pérez", expect: { mode: "collecting_data", templates: ["retoma_datos"], level: "L6" } },
    ],
  },
  {
    id: "A32",
    title: "a level that no longer holds does nothing when it comes due",
    from: { mode: "conversacion", data: { nombre: "Ana" }, armed: { level: "L1", inSeconds: 60 } },
    steps: [{ wait: "66s", expect: { fired: 1, replies: 0, mode: "conversacion", signals: ["reevaluate"] } }],
  },
];
