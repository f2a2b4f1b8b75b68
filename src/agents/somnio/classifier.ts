import { isCommonWord } from "../../nlu/common-words.ts";
import { createRuleClassifier } from "../../nlu/rule-classifier.ts";
import { FLOW_RULES } from "./flow-rules.ts";
import { INFORMATIONAL_RULES } from "./informational-rules.ts";
import { GREETING, JOINS_GREETING } from "./intents.ts";

/** What Somnio's customers want, by rules. */
export const somnioClassifier = createRuleClassifier(
  [...INFORMATIONAL_RULES, ...FLOW_RULES],
  { greeting: GREETING, joins: JOINS_GREETING },
  isCommonWord,
);
