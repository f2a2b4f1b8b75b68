import { defineFlowAgent } from "../../flow/define-flow-agent.ts";
import { formatCop } from "../../flow/definition/format-cop.ts";
import { createOfflineReader } from "../../nlu/reading/offline-reader.ts";
import { somnioAnswers } from "./answers.ts";
import { GOODS, PACKS } from "./catalogue.ts";
import { somnioClassifier } from "./classifier.ts";
import { CONCERNS, HEADS } from "./concerns.ts";
import { DELIVERY_TIMES } from "./delivery-times.ts";
import { somnioEntities } from "./entities.ts";
import { CONTACT_FIELDS, FIELDS, FIELDS_BY_KIND, HOME_ADDRESS, HOME_FIELDS, PICKUP } from "./fields.ts";
import { FIRST_VISIT_TEMPLATES } from "./first-visit-templates.ts";
import { INTENTS } from "./intent-definitions.ts";
import { GREETING } from "./intents.ts";
import { SOMNIO_KNOWLEDGE } from "./knowledge.ts";
import { GATES, MODES, PURPOSES, TRANSITIONS } from "./modes.ts";
import { questionsIn, SOMNIO_TEXTS } from "./notices.ts";
import { ORCHESTRATOR } from "./orchestrator.ts";
import { stripPageGreeting } from "./page-greeting.ts";
import { somnioQuantities } from "./quantities.ts";
import { REPEAT_VISIT_TEMPLATES } from "./repeat-visit-templates.ts";
import {
  ORDER_BLOCKED,
  ORDER_CHANGE,
  PICTURE,
  SELLING_TEMPLATES,
  STEP_GROUPS,
  STEP_TEMPLATES,
  TOO_MANY,
  UNKNOWN,
} from "./step-templates.ts";

/** The sales agent of Somnio: from the first "hola" to the order. */
export const somnioFlow = defineFlowAgent({
  id: "somnio",
  name: "Somnio",
  description:
    "Answers what customers ask about Somnio on WhatsApp, takes their order, and hands over where a person serves better.",
  version: "2",
  initialMode: "bienvenida",
  modes: MODES,
  transitions: TRANSITIONS,
  purposes: PURPOSES,
  gates: GATES,
  greeting: GREETING,
  intents: INTENTS,
  unknownIntent: UNKNOWN,
  fields: FIELDS,
  fieldSets: HOME_FIELDS,
  nameFields: { given: "nombre", surname: "apellido" },
  address: HOME_ADDRESS,
  contactFields: CONTACT_FIELDS,
  pickup: PICKUP,
  packs: PACKS.map(({ id, name, jars, priceCop }) => ({ id, name, quantity: jars, price: priceCop })),
  formatPrice: formatCop,
  placeholderPack: "1x",
  unconfirmedOrderValue: "pack_price",
  order: { tags: ["somnio-lead"], stage: "NUEVO PEDIDO" },
  templates: [...FIRST_VISIT_TEMPLATES, ...REPEAT_VISIT_TEMPLATES, ...SELLING_TEMPLATES, ...STEP_TEMPLATES],
  steps: STEP_GROUPS,
  leadIns: ["Como le contaba: ", "Se lo recuerdo con gusto: ", "Una vez más, con gusto: "],
  handoff: { orderBlocked: ORDER_BLOCKED, orderChange: ORDER_CHANGE, picture: PICTURE, tooMany: TOO_MANY },
  onNoInterest: "close",
  concerns: CONCERNS,
  memory: "on_request",
  media: { sticker: "standby_reply", image: "vision" },
  bands: { act: 85, reanalyse: 60, clarify: 40 },
  lowConfidenceHandoff: null,
  choice: "Quiero entenderle bien 😊 ¿Se refiere a «{{a}}» o a «{{b}}»?",
  limits: { templates: 3, intents: 3 },
  model: { engine: "cascade", orchestrator: ORCHESTRATOR },
  texts: SOMNIO_TEXTS,
  questionsIn,
  knowledge: SOMNIO_KNOWLEDGE,
  deliveryTime: ({ ciudad }) => (ciudad === undefined ? null : DELIVERY_TIMES.of(ciudad)),
  reader: createOfflineReader({
    classifier: somnioClassifier,
    answers: somnioAnswers,
    entities: somnioEntities,
    fields: FIELDS_BY_KIND,
    greeting: GREETING,
    heads: HEADS,
    goods: GOODS,
    prices: new Map(PACKS.map(({ priceCop, jars }) => [priceCop, jars])),
    quantities: somnioQuantities,
    strip: stripPageGreeting,
  }),
});
