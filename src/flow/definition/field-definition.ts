import type { Locale } from "../../core/locale/locale.ts";

export interface FieldDefinition {
  readonly name: string;
  /** The words that ask for it: "la dirección de entrega". */
  readonly label: string;
  /** Fields that become uncertain when this one changes: a new city, another street. */
  readonly unsettles?: readonly string[];
  /** A value as the customer sees it; default: as it is kept. */
  readonly show?: (value: string, locale: Locale) => string;
  /** A day or an hour that was read in words: the turn that reads it says it back, with a button that corrects it. */
  readonly saysBack?: true;
  readonly validate?: FieldValidation;
  /** Values to tap when it is the only field that is asked for. */
  readonly options?: FieldOptions;
}

/** The values that a shop offers for a field, at most ten: fixed ones, or those that a read answers. */
export interface FieldOptions {
  readonly values?: readonly string[];
  /** A tool of effect `read`. It gets the fields of `with`, and answers `{ options: string[] }`. */
  readonly tool?: string;
  /** Fields that it depends on: nothing is offered before they are known. */
  readonly with?: readonly string[];
}

/** Asks the shop whether a value can be taken ("¿está libre?"), before anything follows from it. */
export interface FieldValidation {
  /**
   * A tool of effect `read`. It gets the value by the field's name, with those of `with`, and
   * answers `{ ok, options? }`: `options` are said as `{{opciones}}`, each a value of the field.
   */
  readonly tool: string;
  /** Other fields that it depends on. It is asked once all are known, and when one changes. */
  readonly with?: readonly string[];
  /** The group of templates for a value that is refused. */
  readonly refused: string;
  /** The group of templates when the tool could not be asked. */
  readonly failed: string;
}

/** Which fields count for what (requirement A12). */
export interface FieldSets {
  /** Without these there is no order. */
  readonly critical: readonly string[];
  /** The timer makes the offer after silence once these are answered (L2). */
  readonly minimum: readonly string[];
  /** Asked for, and listed as missing. */
  readonly all: readonly string[];
  /** Never asked for; they count when they come. */
  readonly welcome: readonly string[];
  /** The offer is made at once when the critical fields and this many in all are answered. */
  readonly offerAt: number;
}
