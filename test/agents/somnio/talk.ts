import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import type { Decision } from "../../../src/core/agent/agent.ts";
import type { InputClass } from "../../../src/core/inbound/input-class.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";

/** Where a person answers, the agent is not asked. */
const NOBODY_ASKED: Decision = {
  messages: [],
  intentInfo: { intent: "handoff", confidence: 100, alternatives: [], reasoning: "a person answers here" },
  stateUpdates: {},
  tools: [],
  handoff: null,
  closesSession: false,
  totalTokens: 0,
  why: ["a person answers here"],
};

/** A conversation with Somnio in memory; every input is frozen (A2). */
export function talk(mode = somnioFlow.initialMode, said: readonly string[] = []) {
  const conversation = createSandboxConversation(somnioFlow, mode === somnioFlow.initialMode ? {} : { mode, said });
  const decided: Decision[] = [];
  const keep = ({ decision }: { readonly decision: Decision | null }): Decision => {
    decided.push(decision ?? NOBODY_ASKED);
    return decision ?? NOBODY_ASKED;
  };
  return {
    says: async (...messages: string[]) => keep(await conversation.hear(messages)),
    /** They write when only `count` messages of our last answer have left. */
    cutsOffAfter(count: number) {
      conversation.cutBlockAfter(count);
    },
    sends: async (inputClass: InputClass, caption = "") =>
      keep(await conversation.hear(caption === "" ? [] : [caption], { inputClass })),
    forced: async (intent: string) => keep(await conversation.force(intent)),
    passMinutes: async (minutes: number) => (await conversation.wait(minutes * 60)).map(keep),
    session: () => conversation.session(),
    orders: () => conversation.orders(),
    decided: () => decided,
  };
}

export function texts(decision: Decision): string[] {
  return decision.messages.map(({ text = "" }) => text);
}

export function templates(decision: Decision): string[] {
  return decision.messages.map(({ templateId }) => templateId ?? "—");
}
