import { z } from "@hono/zod-openapi";
import type { Confirmation } from "../../core/ports/confirmations.ts";
import { AUDIENCES, CONFIRMATION_STATUSES } from "../../core/tools/confirmation.ts";
import { RISK_LEVELS } from "../../core/tools/tool-call.ts";

const Instant = z.string().openapi({ format: "date-time", example: "2026-03-02T15:04:05.000Z" });

export const ConfirmationJson = z
  .object({
    id: z.string(),
    runId: z.string(),
    conversationId: z.string(),
    contact: z.object({ name: z.string().nullable(), phone: z.string().nullable() }),
    tool: z.string(),
    risk: z.enum(RISK_LEVELS),
    input: z.unknown().openapi({ description: "The arguments that a yes releases, exactly these." }),
    argumentsHash: z.string().openapi({ description: "Of the call; sent back with an answer it says what was seen." }),
    question: z.string(),
    rule: z.string().openapi({ description: "The rule of the policy that asks." }),
    reason: z.string(),
    audience: z
      .enum(AUDIENCES)
      .openapi({ description: "Who answers: the customer in the chat, or a person of the shop." }),
    status: z.enum(CONFIRMATION_STATUSES),
    expiresAt: Instant,
    createdAt: Instant,
    decidedBy: z.string().nullable(),
    decidedAt: Instant.nullable(),
    note: z.string().nullable(),
  })
  .openapi("Confirmation");

export function describeConfirmation(confirmation: Confirmation): z.output<typeof ConfirmationJson> {
  const { expiresAt, createdAt, decidedAt, ...rest } = confirmation;
  return {
    ...rest,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
