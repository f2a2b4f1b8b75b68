import type { retention as Spanish } from "../es/retention.ts";
import type { SameTexts } from "../texts.ts";

export const retention: SameTexts<typeof Spanish> = {
  title: "Data retention",
  about: "Days that each class is kept; empty, forever.",
  forever: "forever",
  holds: (_of, covers, least) => `Holds ${covers}. At least ${least}.`,
  save: "Save the days",
  saved: "Saved. It holds from tonight on.",
  sure: "Keep fewer days?",
  forget: "Save and forget",
  gone: "What is older is forgotten tonight and cannot be brought back:",
  journals: "What the agent did",
  messages: "Messages",
  files: "Files",
  webhooks: "Notices of WhatsApp",
  nlu_samples: "Examples to learn from",
  alerts: "Alerts",
};
