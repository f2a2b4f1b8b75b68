import type { FieldSets } from "./field-definition.ts";

/** Delivery to a carrier's office (requirement A20). */
export interface PickupDefinition {
  readonly fields: FieldSets;
  /**
   * The field that says so. It lives in the data, not in the mode (L-8), and counts for nothing.
   */
  readonly flag: { readonly field: string; readonly value: string };
  /** Fields that home delivery needs and a pickup does not. */
  readonly clears: readonly string[];
  /** null when every city is the same. */
  readonly cityField: string | null;
  readonly addressField: string;
  /** Cities where carriers do not go to the door: the agent asks at once. */
  readonly remoteCities: readonly string[];
  /** Cities where they surely do: the agent never asks. */
  readonly homeCities: readonly string[];
  /**
   * Intents that a mention of the office seems to ask for. Once home or office is discussed, they
   * are not answered too.
   */
  readonly speaksOf: readonly string[];
  /**
   * "OFICINA - {{ciudad}}, {{departamento}}", and the note on the order: "Recoge, cédula
   * {{cedula}}". As `address` below.
   */
  readonly address: string;
  readonly note: string;
}

export interface Pack {
  readonly id: string;
  readonly name: string;
  readonly quantity: number;
  /** Whole units of the currency. */
  readonly price: number;
}

/** An order of several packs, each with a quantity and with extras that cost something. */
export interface LinesDefinition {
  /**
   * The field that holds several lines. `readOrderLines` (`recado/language`) gives its value; a list
   * is listed again as a whole.
   */
  readonly field: string;
  /** Fields that say more of the pack of an order without a list: its flavour, its toppings. */
  readonly of: readonly string[];
  /** The names that cost something, for each unit of their line. Whole units of the currency. */
  readonly extras: readonly { readonly name: string; readonly price: number }[];
}

/** Tools of the shop, by name, that the flow calls with the order. */
export interface FlowHooks {
  /** Called before the order is placed: an order is claimed only if the call succeeded. */
  readonly onConfirm?: string;
  /** Called before a placed order is changed. */
  readonly onChange?: string;
  /** Called when a placed order is cancelled, after the customer's yes and before the cancellation is claimed. */
  readonly onCancel?: string;
}

/** A message before the moment that an order is for: set with it, moved and taken back with it. */
export interface OrderReminder {
  /** The field that holds the date, or the date and the hour (`readDate`, `readMoment`). */
  readonly date: string;
  /** The field that holds the hour (`readHour`). Left out, `date` holds it too, or the day counts from 8:00. */
  readonly hour?: string;
  /** "1d", "2h", "30m" before that moment. */
  readonly before: string;
  /** With the variables of a template. */
  readonly text: string;
  /** Said in place of the text outside the 24-hour window, where WhatsApp lets nothing else through. */
  readonly template: {
    readonly name: string;
    readonly language: string;
    /** The values of its body, each with the variables of a template: `["{{dia}}", "{{hora}}"]`. */
    readonly parameters: readonly string[];
  };
}
