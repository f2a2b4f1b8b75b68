export const FIELD_KINDS = [
  "given_name",
  "surname",
  "phone",
  "address",
  "neighbourhood",
  "city",
  "department",
  "email",
  "id_number",
  "directions",
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

export type Extracted = Partial<Record<FieldKind, string>>;

/** The data of a message: each value, and the words from which it was read. */
export interface Told {
  readonly fields: Extracted;
  readonly raw: Extracted;
}

/** Fields that the customer says they do not have (requirement A13). They count as answered. */
export const NOT_AVAILABLE = "N/A";

export interface ExtractionContext {
  readonly known: Extracted;
  /** We have asked for data: a bare name, city or surname is an answer. */
  readonly isAsked: boolean;
  /** Fields that were asked for and are not answered. */
  readonly missing: readonly FieldKind[];
  /** The message itself began the order: nothing was asked before it. */
  readonly isUnprompted?: boolean;
}

/**
 * Why a message may hold more than was extracted; `ReadingDoubt` in the agent's own field names.
 */
export type ExtractionDoubt =
  | { readonly kind: "unanswered"; readonly fields: readonly FieldKind[] }
  | { readonly kind: "unknown_words"; readonly words: readonly string[] }
  | { readonly kind: "two_candidates"; readonly field: FieldKind; readonly values: readonly string[] }
  | { readonly kind: "misspelt"; readonly words: readonly string[] };
