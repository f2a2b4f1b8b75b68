import type { intent as Spanish } from "../es/intent.ts";
import type { SameTexts } from "../texts.ts";

export const intent: SameTexts<typeof Spanish> = {
  label: "Intent",
  choose: "Choose one…",
  none: "This agent decides by code of its own: it has no intents to choose from.",
  decide: "Decide",
  open: "Decide the intent",
  title: "What did the customer mean?",
  about:
    "The agent follows the intent that you choose, in a turn of its own, as if the customer had said it. Its rules still hold: the 24-hour window, opt-outs and permissions.",
  personAnswers: "A person answers here: give the conversation back to the bot first.",
  decided: "Decided: the agent answers at once.",
  decidedBy: (who, name) => `${who} decided the intent ${name}`,
};
