import type { tour as Spanish } from "../es/tour.ts";
import type { SameTexts } from "../texts.ts";

export const tour: SameTexts<typeof Spanish> = {
  label: "Tour",
  position: (now: number, all: number) => `${now} of ${all}`,
  next: "Next",
  done: "Start",
  skip: "Skip",
  title1: "Your shop is open",
  text1:
    "The Inbox holds every conversation. A new shop comes with example conversations that Somnio really had: open one and see why it answered that way.",
  title2: "Talk as a customer",
  text2:
    "In the Sandbox you write as the customer. Nothing reaches a real customer, and each turn shows how it was decided.",
  title3: "Risky actions wait for your yes",
  text3:
    "Confirmations shows exactly what would be done, with its arguments. Failed work is in Runs, and one click retries it.",
  title4: "Your way",
  text4:
    "Ctrl K finds and opens every screen; ? shows the shortcuts. Theme and language are at the bottom, beside your name.",
};
