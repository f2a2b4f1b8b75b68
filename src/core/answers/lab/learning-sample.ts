import * as z from "zod";
import { ENGINES } from "../../agent/intent.ts";

/** A text for an operator to label: an engine was unsure of it or contradicted in it, or it was drawn for an audit. */
export const LearningSample = z
  .object({
    agentId: z.string(),
    textHash: z.string(),
    text: z.string(),
    seen: z.number().int().meta({ description: "Number of samples with this text." }),
    reason: z.enum(["disagreed", "audit", "unsure"]),
    intent: z.string().meta({ description: "Intent that the engine of the newest sample found." }),
    engine: z.enum(ENGINES),
    confidence: z.number(),
    alternatives: z.array(z.object({ intent: z.string(), confidence: z.number() })),
    label: z.string().nullable().meta({ description: "Intent that an auditor found. Null when none looked yet." }),
  })
  .meta({ id: "LearningSample" });
export type LearningSample = z.output<typeof LearningSample>;
