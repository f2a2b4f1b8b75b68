import type { ApiToken as ApiTokenAnswer, Member as MemberAnswer } from "../../../src/core/answers/access.ts";
import type {
  AgentDescription as AgentAnswer,
  AgentSummary as AgentSummaryAnswer,
} from "../../../src/core/answers/agent.ts";
import type { KnownAgentConfig as AgentConfigAnswer } from "../../../src/core/answers/agent-config.ts";
import type {
  ArtifactRecord as ArtifactAnswer,
  SourcedFact as SourcedFactAnswer,
} from "../../../src/core/answers/artifact.ts";
import type { ContactMemory as ContactMemoryAnswer } from "../../../src/core/answers/contact-memory.ts";
import type {
  Conversation as ConversationAnswer,
  ConversationSummary as ConversationSummaryAnswer,
} from "../../../src/core/answers/conversation.ts";
import type { Alert as AlertAnswer } from "../../../src/core/answers/desk/alert.ts";
import type { Confirmation as ConfirmationAnswer } from "../../../src/core/answers/desk/confirmation.ts";
import type {
  CannedReply as CannedReplyAnswer,
  InboxView as InboxViewAnswer,
} from "../../../src/core/answers/desk/desk.ts";
import type {
  FailedWebhook as FailedWebhookAnswer,
  FailedWebhookBody as FailedWebhookBodyAnswer,
} from "../../../src/core/answers/desk/failed-webhook.ts";
import type { InboxCounts as InboxCountsAnswer } from "../../../src/core/answers/desk/inbox-counts.ts";
import type { InboxItem as InboxItemAnswer } from "../../../src/core/answers/desk/inbox-item.ts";
import type { Task as TaskAnswer } from "../../../src/core/answers/desk/task.ts";
import type { TimelineItem as TimelineItemAnswer } from "../../../src/core/answers/desk/timeline.ts";
import type { UnansweredQuestion as UnansweredAnswer } from "../../../src/core/answers/desk/unanswered.ts";
import type {
  DocumentRecord as DocumentAnswer,
  DocumentChunk as DocumentChunkAnswer,
  FoundPassage as FoundPassageAnswer,
} from "../../../src/core/answers/document-record.ts";
import type { FeedDelivery as FeedDeliveryAnswer } from "../../../src/core/answers/feed.ts";
import type { GoingLive as GoingLiveAnswer } from "../../../src/core/answers/going-live.ts";
import type { Insight as InsightAnswer } from "../../../src/core/answers/insight.ts";
import type { Doubt as DoubtAnswer, Known as KnownAnswer } from "../../../src/core/answers/knowledge.ts";
import type { LearningSample as LearningSampleAnswer } from "../../../src/core/answers/lab/learning-sample.ts";
import type { Replay as ReplayAnswer } from "../../../src/core/answers/lab/replay.ts";
import type { MessageTemplate as MessageTemplateAnswer } from "../../../src/core/answers/message-template.ts";
import type { Money as MoneyAnswer } from "../../../src/core/answers/money.ts";
import type {
  ChangedOrder as ChangedOrderAnswer,
  OrderChange as OrderChangeAnswer,
  ShopOrder as ShopOrderAnswer,
} from "../../../src/core/answers/order.ts";
import type { OrderFileLine as OrderFileLineAnswer } from "../../../src/core/answers/order-file.ts";
import type { Plan as PlanAnswer } from "../../../src/core/answers/plan.ts";
import type { PromptVersion as PromptVersionAnswer } from "../../../src/core/answers/prompt.ts";
import type { RetentionAnswer } from "../../../src/core/answers/retention.ts";
import type {
  Evaluation as EvaluationAnswer,
  Paper as PaperAnswer,
  RunScore as RunScoreAnswer,
  ScoredExample as ScoredExampleAnswer,
} from "../../../src/core/answers/review.ts";
import type { Run as RunAnswer } from "../../../src/core/answers/run.ts";
import type { ListedScheduledMessage as ScheduledMessageAnswer } from "../../../src/core/answers/scheduled-message.ts";
import type { SearchAnswer as SearchAnswerAnswer } from "../../../src/core/answers/search.ts";
import type {
  FoundShopEntry as FoundShopEntryAnswer,
  ShopEntry as ShopEntryAnswer,
} from "../../../src/core/answers/shop-entry.ts";
import type { TemplateSync as TemplateSyncAnswer } from "../../../src/core/answers/template-sync.ts";
import type { Timer as TimerAnswer } from "../../../src/core/answers/timer.ts";
import type { Wire } from "../../../src/core/answers/wire.ts";

/**
 * The server's answers, typed by the schemas that produce them. The browser gets none of their
 * code.
 */
export type Agent = Wire<AgentAnswer>;
export type AgentSummary = Wire<AgentSummaryAnswer>;
export type AgentConfig = Wire<AgentConfigAnswer>;
export type Alert = Wire<AlertAnswer>;
export type Artifact = Wire<ArtifactAnswer>;
export type SourcedFact = Wire<SourcedFactAnswer>;
export type DocumentRecord = Wire<DocumentAnswer>;
export type DocumentChunk = Wire<DocumentChunkAnswer>;
export type FoundPassage = Wire<FoundPassageAnswer>;
export type Confirmation = Wire<ConfirmationAnswer>;
export type ContactMemory = Wire<ContactMemoryAnswer>;
export type RememberedFact = ContactMemory["facts"][number];
export type FailedWebhook = Wire<FailedWebhookAnswer>;
export type FailedWebhookBody = Wire<FailedWebhookBodyAnswer>;
export type GoingLive = Wire<GoingLiveAnswer>;
export type LiveStep = GoingLive["steps"][number];
export type LiveFinding = LiveStep["findings"][number];
export type Insight = Wire<InsightAnswer>;
export type Money = Wire<MoneyAnswer>;
export type ApiToken = Wire<ApiTokenAnswer>;
export type Member = Wire<MemberAnswer>;
export type Doubt = Wire<DoubtAnswer>;
export type ShopEntry = Wire<ShopEntryAnswer>;
export type FoundShopEntry = Wire<FoundShopEntryAnswer>;
export type UnansweredQuestion = Wire<UnansweredAnswer>;
export type Known = Wire<KnownAnswer>;
export type LearningSample = Wire<LearningSampleAnswer>;
export type Retention = Wire<RetentionAnswer>;
export type ScheduledMessage = Wire<ScheduledMessageAnswer>;
export type Task = Wire<TaskAnswer>;
export type Timer = Wire<TimerAnswer>;
export type FeedDelivery = Wire<FeedDeliveryAnswer>;
export type InboxCounts = Wire<InboxCountsAnswer>;
export type InboxView = Wire<InboxViewAnswer>;
export type MessageTemplate = Wire<MessageTemplateAnswer>;
export type TemplateSync = Wire<TemplateSyncAnswer>;
export type CannedReply = Wire<CannedReplyAnswer>;
export type SearchAnswer = Wire<SearchAnswerAnswer>;
export type InboxItem = Wire<InboxItemAnswer>;
export type Conversation = Wire<ConversationAnswer>;
export type ConversationSummary = Wire<ConversationSummaryAnswer>;
export type TimelineItem = Wire<TimelineItemAnswer>;
export type TimelineRun = Extract<TimelineItem, { kind: "run" }>;
export type TimelineEvent = TimelineRun["events"][number];
export type ShownFile = NonNullable<TimelineEvent["file"]>;
export type TimelineMessage = TimelineRun["messages"][number];
export type Run = Wire<RunAnswer>;
export type RunStatus = Run["status"];
export type RunStep = Run["steps"][number];
export type ToolCall = NonNullable<Run["toolCalls"]>[number];
export type RunScore = Wire<RunScoreAnswer>;
export type Plan = Wire<PlanAnswer>;
export type PromptVersion = Wire<PromptVersionAnswer>;
export type Paper = Wire<PaperAnswer>;
export type Evaluation = Wire<EvaluationAnswer>;
export type ScoredExample = Wire<ScoredExampleAnswer>;
export type ShopOrder = Wire<ShopOrderAnswer>;
export type OrderFileLine = Wire<OrderFileLineAnswer>;
export type ChangedOrder = Wire<ChangedOrderAnswer>;
export type OrderChange = Wire<OrderChangeAnswer>;
export type OrderStatus = ShopOrder["status"];
export type Replay = Wire<ReplayAnswer>;
