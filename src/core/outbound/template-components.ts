/**
 * The parameters of a template, as Meta writes them. Checked as far as Meta's rules are known; what we do not know (a
 * carousel, an offer that ends) passes as it is, because Meta adds to this faster than we do.
 */
import * as z from "zod";

/**
 * Meta refuses these in the text of a parameter: a caller put several lines where the template has
 * a word.
 */
const SEVERAL_LINES = /[\n\r\t]| {5}/;

const parameter = z
  .looseObject({ type: z.string() })
  .refine((one) => one.type !== "text" || (typeof one["text"] === "string" && one["text"].trim() !== ""), {
    path: ["text"],
    error: "must be a text that is not empty",
  })
  .refine((one) => typeof one["text"] !== "string" || !SEVERAL_LINES.test(one["text"]), {
    path: ["text"],
    error: "must have no line break, no tab and no more than 4 blanks in a row",
  });

const component = z
  .looseObject({
    type: z
      .string()
      .refine((type) => /^[a-z_]+$/.test(type), "must be in small letters, such as header, body or button"),
    parameters: z.array(parameter).exactOptional(),
  })
  .refine((one) => one.type !== "button" || typeof one["sub_type"] === "string", {
    path: ["sub_type"],
    error: "must stand with a button: quick_reply, url, …",
  })
  .refine((one) => one.type !== "button" || /^\d$/.test(String(one["index"])), {
    path: ["index"],
    error: "must stand with a button: which one of the template, from 0 to 9",
  });

export const templateComponents = z.array(component);
