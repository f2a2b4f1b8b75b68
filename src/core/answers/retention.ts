import * as z from "zod";
import { DATA_CLASSES } from "../operations/retention.ts";
import { Instant } from "./instant.ts";

/** How long a workspace keeps each class of data. */
export const RetentionAnswer = z
  .object({
    classes: z.array(
      z.object({
        class: z.enum(DATA_CLASSES),
        covers: z.string(),
        days: z.number().int().nullable().meta({ description: "Days in force. Null means for ever." }),
        isOwn: z.boolean().meta({ description: "False when the installation or the default decides." }),
        defaultDays: z.number().int().nullable(),
        leastDays: z.number().int(),
      }),
    ),
    setAt: Instant.nullable(),
    setBy: z.string().nullable(),
    lastNight: z
      .object({ endedAt: Instant, removed: z.partialRecord(z.enum(DATA_CLASSES), z.number().int()) })
      .nullable()
      .meta({ description: "The last night that ended, with the number of rows that it deleted in each class." }),
  })
  .meta({ id: "Retention" });
export type RetentionAnswer = z.output<typeof RetentionAnswer>;
