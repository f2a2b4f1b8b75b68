import { agents } from "./en/agents.ts";
import { calendar } from "./en/calendar.ts";
import { confirmations } from "./en/confirmations.ts";
import { contactHours } from "./en/contact-hours.ts";
import { contacts } from "./en/contacts.ts";
import { deliveries } from "./en/deliveries.ts";
import { documents } from "./en/documents.ts";
import { entries } from "./en/entries.ts";
import { failedWebhooks } from "./en/failed-webhooks.ts";
import { knowledge } from "./en/knowledge.ts";
import { live } from "./en/live.ts";
import { memory } from "./en/memory.ts";
import { metrics } from "./en/metrics.ts";
import { money } from "./en/money.ts";
import { orders } from "./en/orders.ts";
import { people } from "./en/people.ts";
import { prompts } from "./en/prompts.ts";
import { replay } from "./en/replay.ts";
import { retention } from "./en/retention.ts";
import { runs } from "./en/runs.ts";
import { sandbox } from "./en/sandbox.ts";
import { timers } from "./en/timers.ts";
import { toolTexts } from "./en/tool-texts.ts";

export const laterEnglish = {
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
