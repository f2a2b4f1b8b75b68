import type { ModelAgentOptions } from "../../src/index.ts";

/** An agent that is no shop. */
export const OPTIONS: ModelAgentOptions = {
  id: "front-desk",
  name: "Front desk",
  description: "Answers at a front desk.",
  detector: { systemPrompt: "You read messages." },
  orchestrator: { systemPrompt: "You answer at a front desk. You are brief." },
  intents: { question: "asks something", request: "wants something done" },
  tools: ["crm.note.create", "crm.order.list"],
  states: ["open", "working", "closed"],
  initialState: "open",
  validTransitions: { open: ["working"], working: ["open", "closed"] },
  knowledge: ["We open at 9 and close at 18."],
  texts: {
    clarify: "Could you say that in other words?",
    person: "A person will answer you here.",
    waiting: "One moment, I am asking a colleague.",
    unavailable: "I cannot answer right now. A person will write to you here.",
    fallback: "Sorry, a person will write to you here.",
    sticker: "Nice one!",
    richInput: "Please write it.",
    unsupported: "I cannot see that.",
  },
};
