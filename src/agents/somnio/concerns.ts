import type { FlowDefinition } from "../../flow/definition/flow-definition.ts";
import { ANIMAL_HEAD } from "../../nlu/heads/animals.ts";
import { dangerHead } from "../../nlu/heads/danger.ts";
import type { Head } from "../../nlu/heads/head.ts";
import { MEDICINE_HEAD } from "../../nlu/heads/medicines.ts";
import { MINOR_HEAD } from "../../nlu/heads/minors.ts";
import { MISTRUST_HEAD } from "../../nlu/heads/mistrust.ts";
import { PERSON_HEAD } from "../../nlu/heads/person.ts";
import { PREGNANCY_HEAD } from "../../nlu/heads/pregnancy.ts";

/** Customers' words for Somnio's product. */
const GOODS =
  "(?:pastill\\w{1,4}|pastas?|pasticas?|tablet\\w{1,4}|capsul\\w{1,4}|frasc\\w{1,4}|frasquit\\w{1,2}|tarr\\w{1,4}|gomit\\w{1,2}|melatonina|magnesio|somnios?)";

/** Ordered by gravity: the first that is found decides. */
export const HEADS: readonly Head[] = [
  dangerHead(GOODS),
  PERSON_HEAD,
  ANIMAL_HEAD,
  MINOR_HEAD,
  PREGNANCY_HEAD,
  MEDICINE_HEAD,
  MISTRUST_HEAD,
];

/** Groups of templates beside the intents' own. */
export const DANGER_NOTICE = "emergencia";
export const ANIMAL_NOTICE = "para_animales";
export const MINOR_NOTICE = "para_menores";
export const HEALTH_NOTICE = "para_salud";

/** Words that are safe beside a warning: no dose, no promise, no offer. */
const PLAIN_FACTS = [
  "hola",
  "precio",
  "envio",
  "modopago",
  "metodos_de_pago",
  "modopago2",
  "ubicacion",
  "invima",
  "contenido_envase",
];

const PRECAUTIONS = { does: "answer", intent: "contraindicaciones", beside: PLAIN_FACTS, presses: false } as const;

const HEALTH_HOLD = {
  field: "venta_en_pausa_salud",
  held: "por un embarazo, una medicina o una enfermedad",
  freed: "la decide una persona del equipo",
  notice: HEALTH_NOTICE,
  task: "hay un embarazo, una medicina o una enfermedad: hable con la persona antes de vender",
} as const;

/** A person looks before anything is sold to who is pregnant. */
const PREGNANCY = { ...PRECAUTIONS, holds: HEALTH_HOLD } as const;

/**
 * Who is ill or takes a medicine is told to ask their doctor, and decides. A person looks first when they ask the shop whether they
 * may take it, and no doctor of theirs is spoken of.
 */
const MEDICINE = {
  ...PRECAUTIONS,
  holds: {
    ...HEALTH_HOLD,
    field: "venta_en_pausa_medicina",
    held: "por una medicina o una enfermedad",
    told: "contó de una medicina o enfermedad: se le dijo que consulte con su médico",
  },
} as const;

export const CONCERNS: FlowDefinition["concerns"] = {
  danger: {
    does: "hand_over",
    intent: "asesor",
    notice: DANGER_NOTICE,
    task: "URGENTE: posible emergencia de salud, escríbale o llame ya",
    urgent: true,
  },
  person: { does: "hand_over", intent: "asesor", notice: "asesor" },
  // The shop states nothing about animals.
  animal: {
    does: "hand_over",
    intent: "asesor",
    notice: ANIMAL_NOTICE,
    task: "pregunta si el producto es para un animal",
  },
  minor: {
    ...PRECAUTIONS,
    holds: {
      field: "venta_en_pausa",
      held: "para un menor de edad",
      freed: "la decide una persona del equipo",
      notice: MINOR_NOTICE,
      task: "el producto sería para un menor de edad: hable con un adulto antes de venderlo",
    },
  },
  pregnancy: PREGNANCY,
  medicine: MEDICINE,
  mistrust: {
    does: "answer",
    intent: "tratamiento_datos",
    beside: [...PLAIN_FACTS, "sisirve"],
    presses: true,
  },
};
