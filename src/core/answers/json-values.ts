import * as z from "zod";

/** An id of ours. Its table has checked it already. */
export const id = <Id extends string>() => z.string().transform((text) => text as Id);
