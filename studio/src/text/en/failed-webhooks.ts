import type { failedWebhooks as Spanish } from "../es/failed-webhooks.ts";
import type { SameTexts } from "../texts.ts";

export const failedWebhooks: SameTexts<typeof Spanish> = {
  title: "Deliveries of WhatsApp that could not be read",
  about: "WhatsApp sent this, and this version could not read it. Nothing is lost: after an update, read it again.",
  noneTitle: "Everything that WhatsApp sent could be read",
  noneText:
    "When WhatsApp sends something that this version does not understand, it is kept here and can be read later.",
  open: "Unread",
  replayed: "Read",
  resolved: "Resolved",
  ignored: "Discarded",
  bytes: (count) => `${count} bytes`,
  by: (who) => `by ${who}`,
  replay: "Read again",
  replayedToast: "It was read. Its messages go their way.",
  unknownShape: "WhatsApp sent it in a shape that this version does not know.",
  stillUnread: "It still cannot be read.",
  resolve: "Resolved",
  resolveTitle: "Mark it as resolved?",
  resolveText: "Choose this for a delivery that you have dealt with in another way. Recado does not read it again.",
  ignore: "Discard",
  ignoreTitle: "Discard this delivery?",
  ignoreText: "It no longer waits here. It can be read later if need be.",
  settled: "Noted.",
  raw: "Show its content",
};
