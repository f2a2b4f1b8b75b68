import type { FieldSets } from "../definition/field-definition.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { readLines } from "./order-lines.ts";

type Data = Readonly<Record<string, string>>;

/** How far the data has come. Only this file counts fields (L-9, L-13). */
export interface Completeness {
  readonly isPickup: boolean;
  /** Fields that have a value or are known not to exist. */
  readonly answered: readonly string[];
  /** Unanswered fields, in the order in which they are asked for. */
  readonly missing: readonly string[];
  readonly hasCritical: boolean;
  readonly hasMinimum: boolean;
  /** The offer is made without waiting. */
  readonly isComplete: boolean;
}

export function measureCompleteness(flow: FlowDefinition, data: Data): Completeness {
  const isPickup = isPickedUp(flow, data);
  const sets = fieldSetsOf(flow, data);
  const lines = flow.lines === undefined ? null : readLines(flow, data[flow.lines.field] ?? "");
  const isAnswered = (field: string): boolean =>
    lines !== null && flow.lines?.of.includes(field) === true
      ? lines.every(({ names }) => names.length > 0)
      : (data[field] ?? "") !== "";
  const hasCritical = sets.critical.every(isAnswered);
  const counted = [...new Set([...sets.critical, ...sets.minimum, ...sets.all, ...sets.welcome])];
  return {
    isPickup,
    answered: flow.fields.map(({ name }) => name).filter(isAnswered),
    missing: sets.all.filter((field) => !isAnswered(field)),
    hasCritical,
    hasMinimum: sets.minimum.every(isAnswered),
    isComplete: hasCritical && counted.filter(isAnswered).length >= sets.offerAt,
  };
}

/**
 * Nothing more need be asked before the next step: all of it is told, or a pack is chosen and the minimum for its
 * parcel is there. What is merely welcome is no reason to keep a buyer waiting.
 */
export function isReadyToOffer(
  flow: FlowDefinition,
  { data, pack }: { readonly data: Data; readonly pack: string | null },
): boolean {
  const { isComplete, hasCritical, hasMinimum } = measureCompleteness(flow, data);
  return isComplete || (pack !== null && hasCritical && hasMinimum);
}

export function isPickedUp({ pickup }: FlowDefinition, data: Data): boolean {
  return pickup !== null && data[pickup.flag.field] === pickup.flag.value;
}

function fieldSetsOf(flow: FlowDefinition, data: Data): FieldSets {
  return flow.pickup !== null && isPickedUp(flow, data) ? flow.pickup.fields : flow.fieldSets;
}
