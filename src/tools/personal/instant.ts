import * as z from "zod";

/** An instant in ISO 8601 with its offset. A pattern would fill the schema that a model reads. */
export const instant = z
  .string()
  .max(40)
  .refine(
    (text) => z.iso.datetime({ offset: true }).safeParse(text).success,
    "is no instant of ISO 8601 with its offset",
  );
