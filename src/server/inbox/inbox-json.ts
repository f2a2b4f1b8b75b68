import { z } from "@hono/zod-openapi";
import { type InboxItem, NEEDS } from "../../core/ports/inbox.ts";
import { RUN_STATUSES } from "../../core/turn/run-machine.ts";
import { Instant } from "../instant.ts";

export const InboxItemJson = z
  .object({
    id: z.string(),
    contact: z.object({ name: z.string().nullable(), phone: z.string().nullable(), bsuid: z.string().nullable() }),
    phoneNumberId: z.string(),
    agent: z.string(),
    botEnabled: z.boolean(),
    switchedBy: z.string().nullable().openapi({ description: "Who switched between bot and person last." }),
    mode: z.string().nullable().openapi({ description: "Of the active session, else of the last one." }),
    lastMessage: z
      .object({ role: z.string(), text: z.string(), at: Instant })
      .nullable()
      .openapi({ description: "The last thing said, at most 200 characters of it." }),
    understanding: z
      .object({ intent: z.string(), confidence: z.number() })
      .nullable()
      .openapi({ description: "Of the customer's last message that was understood; `confidence` from 0 to 100." }),
    runStatus: z.enum(RUN_STATUSES).nullable().openapi({ description: "Of the run that is under way or waits." }),
    isBotWriting: z.boolean(),
    timer: z.object({ level: z.string(), dueAt: Instant }).nullable(),
    windowClosesAt: Instant.nullable(),
    needs: z.array(z.enum(NEEDS)).openapi({
      description:
        "Why a person is waited for: `unanswered` (a person answers here, and the customer wrote last), an open `task`, a `confirmation`, a `dead_letter`.",
    }),
    lastActivityAt: Instant,
  })
  .openapi("InboxItem");

export function describeInboxItem(item: InboxItem): z.output<typeof InboxItemJson> {
  const { lastMessage, timer } = item;
  return {
    id: item.id,
    contact: { name: item.contact.name, phone: item.contact.phone, bsuid: item.contact.bsuid },
    phoneNumberId: item.phoneNumberId,
    agent: item.agent,
    botEnabled: item.botEnabled,
    switchedBy: item.switchedBy,
    mode: item.mode,
    lastMessage: lastMessage === null ? null : { ...lastMessage, at: lastMessage.at.toISOString() },
    understanding: item.understanding,
    runStatus: item.runStatus,
    isBotWriting: item.isBotWriting,
    timer: timer === null ? null : { level: timer.level, dueAt: timer.dueAt.toISOString() },
    windowClosesAt: item.windowClosesAt?.toISOString() ?? null,
    needs: [...item.needs],
    lastActivityAt: item.lastActivityAt.toISOString(),
  };
}
