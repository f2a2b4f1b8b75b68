import type { retention as Spanish } from "../es/retention.ts";
import type { SameTexts } from "../texts.ts";

export const retention: SameTexts<typeof Spanish> = {
  title: "Data retention",
  about: "How many days each class of data is kept. Empty means forever.",
  forever: "forever",
  holds: (_of, covers, least) => `Holds ${covers}. Minimum: ${least}.`,
  save: "Save the days",
  saved: "Saved. It applies from tonight on.",
  sure: "Keep data for fewer days?",
  forget: "Save and forget",
  gone: "Older data is deleted tonight and cannot be restored:",
  journals: "What the agent did",
  messages: "Messages",
  files: "Files",
  webhooks: "Notices from WhatsApp",
  nlu_samples: "Examples to learn from",
  memory: "Memory",
  alerts: "Alerts",
};
