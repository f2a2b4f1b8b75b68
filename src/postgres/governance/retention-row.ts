import * as z from "zod";
import { DATA_CLASSES, type DataClass, type KeepDays } from "../../core/operations/retention.ts";

/** A setting of a newer version of the code may name a class that this one does not know. */
export const ownDays = z.record(z.string(), z.number().nullable()).transform((days): Partial<KeepDays> => known(days));

export const removedRows = z
  .record(z.string(), z.number())
  .transform((rows): Partial<Record<DataClass, number>> => known(rows));

function known<Value>(values: Readonly<Record<string, Value>>): Partial<Record<DataClass, Value>> {
  const found: Partial<Record<DataClass, Value>> = {};
  for (const of of DATA_CLASSES) {
    const value = values[of];
    if (value !== undefined) found[of] = value;
  }
  return found;
}
