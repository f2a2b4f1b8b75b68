import type { contactHours as Spanish } from "../es/contact-hours.ts";
import type { SameTexts } from "../texts.ts";

export const contactHours: SameTexts<typeof Spanish> = {
  title: "When we write by ourselves",
  own: "Only in the shop's hours",
  ownHint:
    "What is commercial always keeps to the law: Monday to Friday from 7 to 19 and Saturday from 8 to 15; never on Sundays or holidays.",
  from: (day: string) => `${day}, from`,
  until: (day: string) => `${day}, until`,
  zone: "Time zone",
  perDay: "Messages a day",
  perDayHint: "For one customer, without being asked.",
  spacing: "Minutes between two",
  save: "Save the hours",
  saved: "Saved. It holds from the next message on.",
};
