import { extractFields } from "../extract/extract-fields.ts";
import { type Extracted, type FieldKind, NOT_AVAILABLE } from "../extract/field-kinds.ts";

/** What a customer would write before a bare value so that the rules know what it is. */
const LABELS: Readonly<Record<FieldKind, string>> = {
  given_name: "mi nombre es ",
  surname: "mi apellido es ",
  phone: "",
  address: "",
  neighbourhood: "barrio ",
  city: "",
  department: "",
  email: "",
  id_number: "cédula ",
  directions: "indicaciones: ",
};

/**
 * A value that a model found, as the rules would keep it; null when they would refuse it. The rules
 * read it as an answer to the question for it, bare and, if that says nothing, under its name. Only
 * the customer may say that there is none.
 */
export function acceptValue(kind: FieldKind, value: string, known: Extracted): string | null {
  const { [kind]: _, ...others } = known;
  for (const text of [value, `${LABELS[kind]}${value}`]) {
    const kept = extractFields(text, { known: others, isAsked: true, missing: [kind] }).fields[kind];
    if (kept !== undefined && kept !== NOT_AVAILABLE) return kept;
  }
  return null;
}
