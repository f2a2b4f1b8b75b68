import * as z from "zod";
import { LINE_FAULT_CODES } from "../agent/order-file.ts";
import { ORDER_STATUSES } from "../agent/shop-words.ts";

const status = z.enum(ORDER_STATUSES);

/** What a line of a file of orders would change. */
export const OrderFileLine = z
  .object({
    line: z.number().int().meta({ description: "Counted as a spreadsheet does: the heads are line 1." }),
    order: z.string().meta({ description: "As the line names it; empty where it names none." }),
    outcome: z.enum(["change", "same", "refused"]),
    change: z
      .object({
        status: status.optional(),
        carrier: z.string().optional(),
        guide: z.string().optional(),
        address: z.string().optional(),
        note: z.string().optional(),
        stage: z.string().optional(),
      })
      .nullable()
      .meta({ description: "Send it with `PATCH` to the order. Null where there is nothing to send." }),
    seenStatus: status.nullable().meta({ description: "The order's status now. Null where there is no such order." }),
    fault: z
      .object({
        code: z.enum(LINE_FAULT_CODES),
        why: z.string(),
        to: status.nullable().meta({ description: "The status that it would have become." }),
        line: z.number().int().nullable().meta({ description: "The earlier line that says something else." }),
      })
      .nullable(),
  })
  .meta({ id: "OrderFileLine" });
export type OrderFileLine = z.output<typeof OrderFileLine>;
