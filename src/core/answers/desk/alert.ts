import * as z from "zod";
import type { AlertId } from "../../ids.ts";
import { ALERT_SEVERITIES, ALERT_STATUSES } from "../../operations/alert.ts";
import { Instant } from "../instant.ts";
import { id } from "../json-values.ts";

export const Alert = z
  .object({
    id: id<AlertId>(),
    kind: z.string().meta({ example: "template_paused" }),
    subject: z.string().meta({ description: "What the alert is about. Empty when it is about the whole shop." }),
    severity: z.enum(ALERT_SEVERITIES),
    detail: z.unknown().meta({ description: "What WhatsApp said." }),
    count: z.number().int().meta({ description: "How often the alert was raised while it was open." }),
    raisedAt: Instant,
    lastSeenAt: Instant,
    resolvedAt: Instant.nullable(),
    resolvedBy: z.string().nullable().meta({ description: "Null when WhatsApp itself gave the all-clear." }),
    note: z.string().nullable(),
    status: z.enum(ALERT_STATUSES),
  })
  .meta({ id: "Alert" });
export type Alert = z.output<typeof Alert>;
