import { extractFields } from "./extract/extract-fields.ts";
import { type Extracted, type FieldKind, NOT_AVAILABLE } from "./extract/field-kinds.ts";

/** What a customer would have to write before a bare value so that the rules know what it is. */
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
 * A value that somebody else found, as the rules would keep it; null where they would refuse it. They read it as an answer to the
 * question for it, bare and, where that says nothing, under its name. That there is none of something is the customer's own to say.
 */
export function acceptValue(kind: FieldKind, value: string, known: Extracted): string | null {
  const { [kind]: _, ...others } = known;
  for (const text of [value, `${LABELS[kind]}${value}`]) {
    const kept = extractFields(text, { known: others, isAsked: true, missing: [kind] }).fields[kind];
    if (kept !== undefined && kept !== NOT_AVAILABLE) return kept;
  }
  return null;
}
