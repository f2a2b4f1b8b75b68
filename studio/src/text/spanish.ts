import { agents } from "./es/agents.ts";
import { calendar } from "./es/calendar.ts";
import { codes } from "./es/codes.ts";
import { confirmations } from "./es/confirmations.ts";
import { contactHours } from "./es/contact-hours.ts";
import { contacts } from "./es/contacts.ts";
import { deliveries } from "./es/deliveries.ts";
import { documents } from "./es/documents.ts";
import { entries } from "./es/entries.ts";
import { factKeys } from "./es/fact-keys.ts";
import { failedWebhooks } from "./es/failed-webhooks.ts";
import { frame } from "./es/frame.ts";
import { inbox } from "./es/inbox.ts";
import { intent } from "./es/intent.ts";
import { knowledge } from "./es/knowledge.ts";
import { live } from "./es/live.ts";
import { memory } from "./es/memory.ts";
import { metrics } from "./es/metrics.ts";
import { money } from "./es/money.ts";
import { note } from "./es/note.ts";
import { orders } from "./es/orders.ts";
import { people } from "./es/people.ts";
import { prompts } from "./es/prompts.ts";
import { replay } from "./es/replay.ts";
import { retention } from "./es/retention.ts";
import { risk } from "./es/risk.ts";
import { runs } from "./es/runs.ts";
import { sandbox } from "./es/sandbox.ts";
import { tasks } from "./es/tasks.ts";
import { timers } from "./es/timers.ts";
import { tour } from "./es/tour.ts";

export const spanish = {
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
