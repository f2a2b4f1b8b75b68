import { agents } from "./es/agents.ts";
import { calendar } from "./es/calendar.ts";
import { confirmations } from "./es/confirmations.ts";
import { contactHours } from "./es/contact-hours.ts";
import { contacts } from "./es/contacts.ts";
import { deliveries } from "./es/deliveries.ts";
import { documents } from "./es/documents.ts";
import { entries } from "./es/entries.ts";
import { failedWebhooks } from "./es/failed-webhooks.ts";
import { knowledge } from "./es/knowledge.ts";
import { live } from "./es/live.ts";
import { memory } from "./es/memory.ts";
import { metrics } from "./es/metrics.ts";
import { money } from "./es/money.ts";
import { orders } from "./es/orders.ts";
import { people } from "./es/people.ts";
import { prompts } from "./es/prompts.ts";
import { replay } from "./es/replay.ts";
import { retention } from "./es/retention.ts";
import { runs } from "./es/runs.ts";
import { sandbox } from "./es/sandbox.ts";
import { timers } from "./es/timers.ts";
import { toolTexts } from "./es/tool-texts.ts";

export const laterSpanish = {
  agents,
  calendar,
  confirmations,
  contactHours,
  contacts,
  deliveries,
  documents,
  entries,
  failedWebhooks,
  knowledge,
  live,
  memory,
  metrics,
  money,
  orders,
  people,
  prompts,
  replay,
  retention,
  runs,
  sandbox,
  timers,
  toolTexts,
};
