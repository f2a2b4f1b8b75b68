import type { tour as Spanish } from "../es/tour.ts";
import type { SameTexts } from "../texts.ts";

export const tour: SameTexts<typeof Spanish> = {
  label: "Tour",
  step: (now: number, all: number) => `${now} of ${all}`,
  next: "Next",
  done: "Begin",
  skip: "Skip",
  title1: "Your shop is open",
  text1:
    "The Inbox has each conversation. A new shop brings examples, really held with Somnio: open one and see why it answered so.",
  title2: "Talk as a customer",
  text2: "In the Sandbox it is you who writes. Nothing leaves it, and each turn tells how it was decided.",
  title3: "What is risky waits for your yes",
  text3:
    "Confirmations shows exactly what would be done, with its arguments. What failed stands in Runs and is tried again with one click.",
  title4: "Your way",
  text4: "Ctrl K searches and goes everywhere; ? shows the shortcuts. Theme and language are below, beside your name.",
};
