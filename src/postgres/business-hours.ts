import * as z from "zod";

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const open = z.tuple([clock, clock]).exactOptional();

/** As they stand in `workspace_agent_config`. */
export const businessHours = z
  .strictObject({ mon: open, tue: open, wed: open, thu: open, fri: open, sat: open, sun: open })
  .nullable();
