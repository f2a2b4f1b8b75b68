import type { deliveries as Spanish } from "../es/deliveries.ts";
import type { SameTexts } from "../texts.ts";

export const deliveries: SameTexts<typeof Spanish> = {
  title: "Posted events",
  noneTitle: "No event was posted",
  noneText: "When you connect another program (recado events add), this shows what it took and what it did not.",
  pending: "Waiting",
  delivered: "Taken",
  parked: "Not taken",
  failed: (tries: number) => (tries === 1 ? "1 failed try" : `${tries} failed tries`),
  replay: "Post again",
  replayed: "It is posted again.",
  conversation: "Open the conversation",
};
