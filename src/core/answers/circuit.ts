import * as z from "zod";
import type { WorkspaceId } from "../ids.ts";
import { CIRCUIT_SCOPES, REFUSAL_KINDS } from "../outbound/refusal.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

/** A token or a number that WhatsApp refuses. Every message behind it waits until one that tries it is accepted. */
export const Circuit = z
  .object({
    scope: z.enum(CIRCUIT_SCOPES),
    key: z.string().meta({ description: "A business number, or a short hash of an access token." }),
    kind: z.string(),
    code: z.number().int().nullable().meta({ description: "WhatsApp's own error code." }),
    detail: z.string().nullable(),
    openedAt: Instant,
    retryAt: Instant.meta({ description: "When one message is tried again. All others wait for that try." }),
  })
  .meta({ id: "Circuit" });

/** The same with its workspace. An older version of the code may not know a newer kind. */
export const OpenCircuit = Circuit.extend({
  workspaceId: id<WorkspaceId>(),
  kind: z.enum(REFUSAL_KINDS).catch("unknown"),
});
export type OpenCircuit = z.output<typeof OpenCircuit>;
