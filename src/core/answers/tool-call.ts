import * as z from "zod";
import { POLICY_DECISIONS, RISK_LEVELS } from "../tool-calls/tool-call.ts";
import { Instant } from "./instant.ts";

/** A request to a tool, with the policy's decision and the result. */
export const ToolCall = z
  .object({
    callId: z.string(),
    tool: z.string().meta({ example: "create_order" }),
    risk: z.enum(RISK_LEVELS),
    input: z.unknown(),
    output: z.unknown(),
    status: z.string().meta({ description: "started, ok, error, timeout, blocked or discarded." }),
    error: z.string().nullable(),
    policy: z.enum(POLICY_DECISIONS),
    policyReason: z.string().nullable(),
    isDryRun: z.boolean().meta({ description: "The tool wrote nothing and called no other system." }),
    startedAt: Instant,
    endedAt: Instant.nullable(),
  })
  .meta({ id: "ToolCall" });
export type ToolCall = z.output<typeof ToolCall>;
