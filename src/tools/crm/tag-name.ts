import * as z from "zod";

/** The tag as the contact has it; capitals count. */
export const tagName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((tag) => !/[\n\r\t,]/.test(tag), "a tag is one line without commas");
