import * as z from "zod";
import { StoredScheduledMessage } from "../outbound/scheduled-message.ts";
import { NamedContact } from "./contact.ts";

/** A reminder or follow-up, for readers. */
export const ScheduledMessage = StoredScheduledMessage.extend({
  template: z
    .unknown()
    .meta({ description: "The template sent instead outside the 24-hour window. Null when there is none." }),
  dueAtInWords: z.string().meta({ example: "viernes 27 de noviembre, 8:00 a. m." }),
  ruleInWords: z
    .string()
    .nullable()
    .meta({ description: "Null for a single one.", example: "cada semana, los martes y jueves, a las 4:00 p. m." }),
}).meta({ id: "ScheduledMessage" });
export type ScheduledMessage = z.output<typeof ScheduledMessage>;

export const ListedScheduledMessage = ScheduledMessage.extend({ contact: NamedContact }).meta({
  id: "ListedScheduledMessage",
});
export type ListedScheduledMessage = z.output<typeof ListedScheduledMessage>;
