import * as z from "zod";

/** What a sync does with one template, and why. */
export const TemplateChange = z
  .object({
    name: z.string(),
    language: z.string(),
    kind: z.enum(["added", "changed", "removed", "same", "skipped", "unknown"]),
    detail: z.string(),
  })
  .meta({ id: "TemplateChange" });
export type TemplateChange = z.output<typeof TemplateChange>;

export const TemplateSync = z
  .object({ isDryRun: z.boolean(), changes: z.array(TemplateChange) })
  .meta({ id: "TemplateSync" });
export type TemplateSync = z.output<typeof TemplateSync>;
