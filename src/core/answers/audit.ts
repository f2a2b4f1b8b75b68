import * as z from "zod";
import type { RunId } from "../ids.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

/** Who did what: ids, names and reasons, and nothing that a customer said. */
export const AuditLine = z
  .object({
    seq: z.number().int().nullable().meta({ description: "Place in the chain. Null until the line is sealed." }),
    at: Instant,
    actor: z.string().meta({
      description: "A person's name, `agent:<id>@<version>`, `phone app`, `api` or `system`.",
      example: "agent:somnio@2",
    }),
    action: z.string().meta({ example: "tool.ok" }),
    detail: z.unknown(),
    hash: z.string().nullable().meta({ description: "Hexadecimal. Null until the line is sealed." }),
    subject: z.object({ kind: z.string(), id: z.string() }),
    runId: id<RunId>().nullable(),
  })
  .meta({ id: "AuditLine" });
export type AuditLine = z.output<typeof AuditLine>;

export const AuditVerdict = z
  .object({
    lines: z.number().int(),
    verifiedFrom: z.number().int().meta({
      description: "First line that was checked: 1 for an owner, otherwise the line after those already proved.",
    }),
    unsealed: z.number().int().meta({ description: "Lines that are not in the chain yet." }),
    lastHash: z
      .string()
      .nullable()
      .meta({ description: "Hexadecimal. Keep it elsewhere to prove later that the end was not cut off." }),
    brokenAt: z.number().int().nullable().meta({ description: "First line that was changed or is missing." }),
  })
  .meta({ id: "AuditVerdict" });
export type AuditVerdict = z.output<typeof AuditVerdict>;
