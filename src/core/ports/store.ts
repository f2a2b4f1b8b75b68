import type { AgentConfigs } from "./agent-configs.ts";
import type { Artifacts } from "./artifacts.ts";
import type { Contacts } from "./contacts.ts";
import type { Conversations } from "./conversations.ts";
import type { Crm } from "./crm.ts";
import type { Alerts } from "./desk/alerts.ts";
import type { Confirmations } from "./desk/confirmations.ts";
import type { Inbox } from "./desk/inbox.ts";
import type { Tasks } from "./desk/tasks.ts";
import type { Documents } from "./documents.ts";
import type { Audit } from "./governance/audit.ts";
import type { PersonalData } from "./governance/personal-data.ts";
import type { Retention } from "./governance/retention.ts";
import type { Health } from "./health.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Insights } from "./learning/insights.ts";
import type { Prompts } from "./learning/prompts.ts";
import type { RunReviews } from "./learning/run-reviews.ts";
import type { Mailbox } from "./mailbox.ts";
import type { Media } from "./media.ts";
import type { Memory } from "./memory.ts";
import type { ModelLedger } from "./model/model-ledger.ts";
import type { Orders } from "./orders.ts";
import type { Outbox } from "./outbox.ts";
import type { Runs } from "./runs.ts";
import type { Scheduled } from "./scheduled.ts";
import type { ShopEntries } from "./shop-entries.ts";
import type { Summaries } from "./summaries.ts";
import type { TimerAdmin } from "./timer-admin.ts";
import type { Timers } from "./timers.ts";
import type { Workers } from "./workers.ts";

/**
 * The sum of the ports that an adapter of the database implements. Callers pick the ports that they need. The calls of a
 * plain turn (enqueue, claim, commit) are one statement each.
 */
export interface Store {
  readonly mailbox: Mailbox;
  readonly outbox: Outbox;
  readonly media: Media;
  readonly documents: Documents;
  readonly artifacts: Artifacts;
  readonly timers: Timers;
  readonly workers: Workers;
  readonly runs: Runs;
  readonly conversations: Conversations;
  readonly inbox: Inbox;
  readonly contacts: Contacts;
  readonly personalData: PersonalData;
  readonly alerts: Alerts;
  readonly audit: Audit;
  readonly tasks: Tasks;
  readonly orders: Orders;
  readonly agentConfigs: AgentConfigs;
  /** What tools read of the shop's books. Only turns write them. */
  readonly crm: Crm;
  readonly confirmations: Confirmations;
  readonly scheduled: Scheduled;
  readonly models: ModelLedger;
  readonly summaries: Summaries;
  readonly timerAdmin: TimerAdmin;
  readonly knowledge: Knowledge;
  readonly shopEntries: ShopEntries;
  readonly memory: Memory;
  readonly insights: Insights;
  readonly reviews: RunReviews;
  readonly prompts: Prompts;
  readonly retention: Retention;
  readonly health: Health;
}
