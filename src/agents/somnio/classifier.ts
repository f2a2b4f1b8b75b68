import { readFileSync } from "node:fs";
import { isCommonWord } from "../../nlu/common-words.ts";
import { createLocalClassifier } from "../../nlu/local-classifier.ts";
import { createRuleClassifier } from "../../nlu/rule-classifier.ts";
import { FLOW_RULES } from "./flow-rules.ts";
import { INFORMATIONAL_RULES } from "./informational-rules.ts";
import { GREETING, JOINS_GREETING } from "./intents.ts";

const JOIN = { greeting: GREETING, joins: JOINS_GREETING };

const RULES = [...INFORMATIONAL_RULES, ...FLOW_RULES];

/** What Somnio's customers want, by rules alone. */
export const somnioRules = createRuleClassifier(RULES, JOIN, isCommonWord);

/** The label of `intents/training.tsv` for what no intent covers. */
export const OUTSIDE = "otro";

/**
 * What may be answered without asking a language model where there is one. What sells, cancels or is about somebody's health may
 * not: a mistake there costs more than a question.
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

/** A pack is read back in the summary before anything is ordered, and a person is never too much. */
const SETTLES_TOGETHER = ["resumen_1x", "resumen_2x", "resumen_3x", "asesor"];

/** Who asks for a person, complains, cancels, refuses or puts off says so in words that a rule knows. */
const NEVER_LOWERED = ["asesor", "queja", "cancelar", "no_interesa", "no_confirmado"];

/** By rules and by the model that `recado nlu train` writes from `intents/training.tsv`. */
export const somnioClassifier = createLocalClassifier({
  rules: RULES,
  model: () => JSON.parse(readFileSync(new URL("./intents/model.json", import.meta.url), "utf8")),
  outside: OUTSIDE,
  settles: SETTLES,
  settlesTogether: SETTLES_TOGETHER,
  neverLowered: NEVER_LOWERED,
  join: JOIN,
  isWord: isCommonWord,
});
