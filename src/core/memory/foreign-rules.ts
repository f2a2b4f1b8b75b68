import type { FactRule } from "./fact-rule.ts";

const NAME = "(?<value>[a-z][a-z'-]{1,20}(?: [a-z][a-z'-]{1,20}){0,2})";
const PLACE = "(?<value>[a-z][a-z .'-]{2,40})";

/** What customers say about themselves in Portuguese and English: fewer things than in Spanish, by the same rules. */
export const FOREIGN_RULES: readonly FactRule[] = [
  { key: "display_name", pattern: new RegExp(`^(?:(?:eu )?me chamo|meu nome e|my name is) ${NAME}$`, "u") },
  { key: "city", pattern: new RegExp(`^(?:(?:eu )?moro em|i live in) ${PLACE}$`, "u") },
  { key: "birthday", pattern: /^meu aniversario e (?:dia |em )?(?<value>\d{1,2} de [a-z]{4,10})$/u },
  { key: "birthday", pattern: /^my birthday is (?:on )?(?<value>[a-z]{3,9} \d{1,2}|\d{1,2} [a-z]{3,9})$/u },
  { key: "constraints", pattern: /^(?:eu )?sou (?<value>vegan[oa]|vegetarian[oa])$/u },
  { key: "constraints", pattern: /^i (?:am|m) (?:a )?(?<value>vegan|vegetarian)$/u },
  {
    key: "allergy",
    pattern:
      /^(?:(?:eu )?(?:sou alergic[oa]|tenho alergia) (?:a|ao|aos|as)|i (?:am|m) allergic to) (?<value>[a-z][a-z -]{2,60})$/u,
    sensitivity: "health",
  },
  {
    key: "condition",
    pattern: /^(?:(?:eu )?tenho|i have) (?<value>diabetes|asma|asthma|hipertensao|epilepsia|epilepsy|cancer)$/u,
    sensitivity: "health",
  },
  { key: "condition", pattern: /^(?:(?:eu )?estou|i (?:am|m)) (?<value>gravida|pregnant)$/u, sensitivity: "health" },
  {
    key: "id_number",
    pattern:
      /^(?:meu (?:cpf|rg|passaporte|documento) e|my passport(?: number)? is) (?<value>[a-z0-9][a-z0-9 .-]{3,30})$/u,
    sensitivity: "identity",
  },
];
