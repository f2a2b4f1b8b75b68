import * as z from "zod";
import { LOCALES } from "../core/locale/locale.ts";
import { BusinessHours } from "../core/time/contact-hours.ts";

/** The column of `workspace_agent_config`. */
export const businessHours = BusinessHours.nullable();

/** The three columns that say when a shop may write of its own accord. */
export const contactHours = z.object({ locale: z.enum(LOCALES), timeZone: z.string(), businessHours });
