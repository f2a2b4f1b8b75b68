import * as z from "zod";
import { INBOX_FILTERS } from "../../ports/desk/inbox.ts";
import { Instant } from "../instant.ts";

/** A text that people of the shop send often. */
export const CannedReply = z
  .object({
    id: z.string(),
    shortcut: z.string().meta({ description: "Typed after `/`.", example: "envio" }),
    body: z.string().meta({
      description: "May hold `{{nombre}}`, `{{ciudad}}`, `{{operador}}` and the names of captured data.",
    }),
    changedAt: Instant,
    changedBy: z.string(),
  })
  .meta({ id: "CannedReply" });
export type CannedReply = z.output<typeof CannedReply>;

export const InboxQuery = z
  .object({
    filter: z.enum(INBOX_FILTERS).optional(),
    assignee: z.string().max(200).optional(),
    agent: z.string().max(100).optional(),
    q: z.string().max(200).optional(),
  })
  .strict();

/** A selection of conversations with a name. */
export const InboxView = z
  .object({
    id: z.string(),
    name: z.string(),
    query: InboxQuery,
    isOwn: z.boolean().meta({ description: "The caller alone sees it. False: all people of the shop do." }),
    changedAt: Instant,
    changedBy: z.string(),
  })
  .meta({ id: "InboxView" });
export type InboxView = z.output<typeof InboxView>;
