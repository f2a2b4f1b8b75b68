import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { isPickedUp } from "./completeness.ts";

/**
 * A field without a value, which cannot be said. It counts as answered all the same (requirement
 * A13).
 */
const NOT_AVAILABLE = "N/A";

export const VARIABLE = /\{\{\s*([\p{L}\d_]+)\s*\}\}/gu;

/** Asked of the shop's own texts, again and again. */
export const variablesIn = remembering(
  (text): readonly string[] => [...text.matchAll(VARIABLE)].map(([, name = ""]) => name),
  SOME_TEXTS,
);

/** A value that can be said. */
export function sayable(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" || value === NOT_AVAILABLE ? undefined : value;
}

/**
 * Where the parcel goes: to the door, or to the carrier's office. Parts without a value are left
 * out.
 */
export function shippingAddress(flow: FlowDefinition, data: Readonly<Record<string, string>>): string {
  const { pickup } = flow;
  return fillParts(pickup !== null && isPickedUp(flow, data) ? pickup.address : flow.address, data);
}

/** What the carrier must know at the handover; null when the parcel goes to the door. */
export function pickupNote(flow: FlowDefinition, data: Readonly<Record<string, string>>): string | null {
  const { pickup } = flow;
  return pickup !== null && isPickedUp(flow, data) ? fillParts(pickup.note, data) : null;
}

function fillParts(pattern: string, data: Readonly<Record<string, string>>): string {
  return pattern
    .split(", ")
    .filter((part) => variablesIn(part).every((name) => sayable(data[name]) !== undefined))
    .map((part) => part.replace(VARIABLE, (_, name: string) => data[name] ?? ""))
    .join(", ");
}
