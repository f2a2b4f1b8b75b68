import { BusinessHours } from "../core/time/contact-hours.ts";

/** The column of `workspace_agent_config`. */
export const businessHours = BusinessHours.nullable();
