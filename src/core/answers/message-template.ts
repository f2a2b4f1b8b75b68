import * as z from "zod";
import { TEMPLATE_CATEGORIES } from "../outbound/outbound-content.ts";

/** A template that WhatsApp has approved, as the workspace has written it down. */
export const MessageTemplate = z
  .object({
    name: z.string(),
    language: z.string(),
    category: z.enum(TEMPLATE_CATEGORIES),
    body: z.string(),
    variables: z.number().int().meta({ description: "Number of values that its text asks for." }),
  })
  .meta({ id: "MessageTemplate" });
export type MessageTemplate = z.output<typeof MessageTemplate>;
