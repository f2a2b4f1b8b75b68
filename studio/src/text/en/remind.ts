import type { remind as Spanish } from "../es/remind.ts";
import type { SameTexts } from "../texts.ts";

export const remind: SameTexts<typeof Spanish> = {
  open: "Remind them of something",
  title: "Remind this customer of something",
  words: "What they are told",
  when: "When",
  whenHint:
    "In the words of the shop's language: «mañana a las 8 de la mañana», «el viernes a las 3 de la tarde», «todos los lunes a las 9».",
  asked: "The customer asked to be reminded at that time",
  askedHint:
    "If they did not, it leaves within the hours in which they may be written to. If 24 hours have passed since their last message by then, it does not leave and a task is made.",
  set: "Schedule",
  change: "Change",
  done: (at: string, rule: string | null) =>
    rule === null ? `It is set for ${at}.` : `It is set for ${rule}; the first time is ${at}.`,
};
