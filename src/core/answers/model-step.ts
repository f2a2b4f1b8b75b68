import * as z from "zod";

/** A question to a language model, without its words. */
export const ModelStep = z
  .object({
    purpose: z.string().meta({ example: "detector" }),
    prompt: z.object({ id: z.string(), version: z.string() }),
    model: z.string().nullable().meta({ description: "Null when no model was called." }),
    tokens: z.number().int(),
    costUsd: z.number().meta({ description: "0 also when the model has no price." }),
    calls: z.number().int().meta({ description: "More than one when a call failed." }),
    replayed: z.boolean().meta({ description: "A later attempt took the answer from the journal, without a call." }),
    fault: z
      .string()
      .nullable()
      .meta({ description: "Why there is no answer. Null when there is one.", example: "budget" }),
  })
  .meta({ id: "ModelStep" });
