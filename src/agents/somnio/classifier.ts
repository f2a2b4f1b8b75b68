import { readFileSync } from "node:fs";
import { createDangerReader } from "../../nlu/danger/danger-model.ts";
import { createLocalClassifier } from "../../nlu/intents/local-classifier.ts";
import { createRuleClassifier } from "../../nlu/intents/rule-classifier.ts";
import { isWord } from "../../nlu/words/is-word.ts";
import { ENTRY_RULES } from "./entry-rules.ts";
import { FLOW_RULES } from "./flow-rules.ts";
import { INFORMATIONAL_RULES } from "./informational-rules.ts";
import { GREETING, JOINS_GREETING } from "./intents.ts";
import { WISH_RULES } from "./wish-rules.ts";

const JOIN = { greeting: GREETING, joins: JOINS_GREETING };

const RULES = [...INFORMATIONAL_RULES, ...ENTRY_RULES, ...FLOW_RULES, ...WISH_RULES];

/**
 * What Somnio's customers want, by rules alone.
 *
 * @internal
 */
export const somnioRules = createRuleClassifier(RULES, JOIN, isWord);

/** The label of `intents/training.tsv` for texts that no intent covers. */
export const OUTSIDE = "otro";

/**
 * Intents that may be answered without a language model, even if there is one. Intents that sell,
 * cancel or concern health are left out: a mistake there costs more than a question.
 */
export const SETTLES = [
  GREETING,
  "precio",
  "info_promociones",
  "contenido_envase",
  "como_se_toma",
  "modopago",
  "metodos_de_pago",
  "modopago2",
  "envio",
  "invima",
  "ubicacion",
  "sisirve",
] as const;

/** The summary reads a pack back before anything is ordered, and a person is never too much. */
const SETTLES_TOGETHER = ["resumen_1x", "resumen_2x", "resumen_3x", "asesor"];

/**
 * A rule knows the words of a customer who asks for a person, complains, cancels, refuses or puts
 * off.
 */
const NEVER_LOWERED = ["asesor", "queja", "cancelar", "no_interesa", "no_confirmado"];

/** A doubt, a fear or a story of another shop has the words of a complaint, and is none. */
const WITNESSES = { queja: "complaint" };

/**
 * Uses the rules, the model that `recado nlu train` writes from `intents/training.tsv`, and the one that `recado nlu train-danger`
 * writes from `intents/danger.tsv`.
 */
export const somnioClassifier = createLocalClassifier({
  rules: RULES,
  model: () => JSON.parse(readFileSync(new URL("./intents/model.json", import.meta.url), "utf8")),
  outside: OUTSIDE,
  settles: SETTLES,
  settlesTogether: SETTLES_TOGETHER,
  neverLowered: NEVER_LOWERED,
  witnesses: WITNESSES,
  danger: createDangerReader({
    model: () => JSON.parse(readFileSync(new URL("./intents/danger.json", import.meta.url), "utf8")),
  }),
  join: JOIN,
  isWord,
});
