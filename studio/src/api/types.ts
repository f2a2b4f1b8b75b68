import type { z } from "zod";
import type { Conversation as ConversationAnswer } from "../../../src/core/answers/conversation.ts";
import type { InboxItem as InboxItemAnswer } from "../../../src/core/answers/inbox-item.ts";
import type { Wire } from "../../../src/core/answers/wire.ts";
import type { TimelineItemJson } from "../../../src/server/inbox/timeline-json.ts";

/** What the server answers, from the schemas that it answers by. Only types: the browser gets none of their code. */
export type InboxItem = Wire<InboxItemAnswer>;
export type Conversation = Wire<ConversationAnswer>;
export type TimelineItem = z.output<typeof TimelineItemJson>;
export type TimelineRun = Extract<TimelineItem, { kind: "run" }>;
export type TimelineEvent = TimelineRun["events"][number];
export type TimelineMessage = TimelineRun["messages"][number];
