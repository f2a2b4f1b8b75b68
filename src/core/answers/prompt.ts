import * as z from "zod";
import { Instant } from "./instant.ts";

/** A version of a prompt of an agent. */
export const PromptVersion = z
  .object({
    agentId: z.string(),
    part: z.string().meta({ example: "orchestrator" }),
    version: z.number().int(),
    text: z.string(),
    note: z.string().nullable(),
    proposedBy: z.string(),
    proposedAt: Instant,
    approvedBy: z.string().nullable(),
    approvedAt: Instant.nullable(),
    isUsed: z.boolean().meta({ description: "In use. Without one in use, the agent's own words hold." }),
  })
  .meta({ id: "PromptVersion" });
export type PromptVersion = z.output<typeof PromptVersion>;
