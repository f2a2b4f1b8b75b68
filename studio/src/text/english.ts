import { agents } from "./en/agents.ts";
import { calendar } from "./en/calendar.ts";
import { codes } from "./en/codes.ts";
import { confirmations } from "./en/confirmations.ts";
import { contactHours } from "./en/contact-hours.ts";
import { contacts } from "./en/contacts.ts";
import { deliveries } from "./en/deliveries.ts";
import { documents } from "./en/documents.ts";
import { entries } from "./en/entries.ts";
import { factKeys } from "./en/fact-keys.ts";
import { failedWebhooks } from "./en/failed-webhooks.ts";
import { frame } from "./en/frame.ts";
import { inbox } from "./en/inbox.ts";
import { intent } from "./en/intent.ts";
import { knowledge } from "./en/knowledge.ts";
import { live } from "./en/live.ts";
import { memory } from "./en/memory.ts";
import { metrics } from "./en/metrics.ts";
import { money } from "./en/money.ts";
import { note } from "./en/note.ts";
import { orders } from "./en/orders.ts";
import { people } from "./en/people.ts";
import { prompts } from "./en/prompts.ts";
import { replay } from "./en/replay.ts";
import { retention } from "./en/retention.ts";
import { risk } from "./en/risk.ts";
import { runs } from "./en/runs.ts";
import { sandbox } from "./en/sandbox.ts";
import { tasks } from "./en/tasks.ts";
import { timers } from "./en/timers.ts";
import { tour } from "./en/tour.ts";

export const english = {
  agents,
  calendar,
  confirmations,
  contactHours,
  deliveries,
  documents,
  factKeys,
  frame,
  inbox,
  intent,
  knowledge,
  entries,
  memory,
  metrics,
  note,
  orders,
  prompts,
  replay,
  retention,
  risk,
  runs,
  sandbox,
  tasks,
  timers,
  tour,
  failedWebhooks,
  money,
  people,
  codes,
  contacts,
  live,
};
