import * as z from "zod";
import { EFFECT_KINDS, TOOL_MODULES } from "../ports/tools.ts";
import { POLICY_DECISIONS, RISK_LEVELS } from "../tool-calls/tool-call.ts";

const JsonSchema = z.record(z.string(), z.unknown()).meta({ description: "A JSON Schema." });

/** A tool as people read about it. */
export const ToolDescription = z
  .object({
    name: z.string().meta({ example: "crm.note.create" }),
    modelName: z.string().meta({ description: "The tool's name for a language model.", example: "crm_note_create" }),
    description: z.string(),
    module: z.enum(TOOL_MODULES),
    effect: z.enum(EFFECT_KINDS),
    risk: z.enum(RISK_LEVELS),
    permissions: z.array(z.string()).readonly(),
    reversible: z.boolean(),
    isPaid: z.boolean().meta({ description: "Each call costs money." }),
    timeoutMs: z.number().int(),
    inputSchema: JsonSchema.meta({ description: "JSON Schema of an agent's input." }),
    staffInputSchema: JsonSchema.meta({ description: "JSON Schema of the input of a person or program of the shop." }),
    outputSchema: JsonSchema,
    rules: z
      .array(z.object({ name: z.string(), decision: z.enum(POLICY_DECISIONS), why: z.string() }))
      .readonly()
      .meta({ description: "Policy rules that may decide about a call, in order. The first that fits decides." }),
  })
  .meta({ id: "Tool" });
export type ToolDescription = z.output<typeof ToolDescription>;
