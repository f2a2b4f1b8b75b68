/** In the order in which they stand in the report. */
export const SECTIONS = [
  "ack",
  "first-reply",
  "turns",
  "cost",
  "parts",
  "decide",
  "understand",
  "extract",
  "model",
  "ask",
  "floor",
  "live-floor",
  "large",
  "takeover",
  "engines",
  "studio",
];
