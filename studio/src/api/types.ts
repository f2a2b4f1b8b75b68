import type { z } from "zod";
import type { Conversation as ConversationJson } from "../../../src/server/inbox/conversation-json.ts";
import type { InboxItemJson } from "../../../src/server/inbox/inbox-json.ts";
import type { TimelineItemJson } from "../../../src/server/inbox/timeline-json.ts";

/** What the server answers, from the schemas that it answers by: types alone, nothing of them is in the browser. */
export type InboxItem = z.output<typeof InboxItemJson>;
export type Conversation = z.output<typeof ConversationJson>;
export type TimelineItem = z.output<typeof TimelineItemJson>;
export type TimelineRun = Extract<TimelineItem, { kind: "run" }>;
export type TimelineEvent = TimelineRun["events"][number];
export type TimelineMessage = TimelineRun["messages"][number];
