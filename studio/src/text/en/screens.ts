import type { screens as Spanish } from "../es/screens.ts";
import type { SameTexts } from "../texts.ts";

/** What the screens are called: in the rail, in the search and over themselves. */
export const screens: SameTexts<typeof Spanish> = {
  inbox: "Inbox",
  orders: "Orders",
  contacts: "Customers",
  confirmations: "Approvals",
  sandbox: "Sandbox",
  replay: "Replay",
  runs: "Runs",
  timers: "Scheduled",
  calendar: "Calendar",
  metrics: "Metrics",
  knowledge: "Knowledge",
  documents: "Documents",
  agents: "Agents",
  live: "Go live",
  people: "People",
};
