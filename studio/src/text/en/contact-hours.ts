import type { contactHours as Spanish } from "../es/contact-hours.ts";
import type { SameTexts } from "../texts.ts";

export const contactHours: SameTexts<typeof Spanish> = {
  title: "Messages that the shop starts",
  own: "Only during the shop’s hours",
  ownHint:
    "Commercial messages always keep to the law: Monday to Friday from 7:00 to 19:00, Saturday from 8:00 to 15:00, never on Sundays or holidays.",
  from: (day: string) => `${day}, from`,
  until: (day: string) => `${day}, until`,
  noDay: "Without any day, what the shop writes of its own accord never leaves.",
  zone: "Time zone",
  perDay: "Messages per day",
  perDayHint: "For one customer, not counting messages that the customer asked for.",
  spacing: "Minutes between two messages",
  save: "Save the hours",
  saved: "Saved. It applies from the next message on.",
};
