import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import type { Decision } from "../../../src/core/agent/agent.ts";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
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
      keep(await conversation.hear([contentOf(inputClass, caption)])),
    forced: async (intent: string) => keep(await conversation.force(intent)),
    passMinutes: async (minutes: number) => (await conversation.wait(minutes * 60)).map(keep),
    session: () => conversation.session(),
    orders: () => conversation.orders(),
    decided: () => decided,
  };
}

/** A message of this class: a photo with words, a voice note, a sticker, or something that WhatsApp cannot show. */
function contentOf(inputClass: InputClass, caption: string): MessageContent {
  const file = { mediaId: "1", mimeType: null, sha256: null, fileName: null, isVoiceNote: false } as const;
  switch (inputClass) {
    case "RICH_INPUT":
    case "RICH_INPUT_TOOL_INTENT":
      return caption === ""
        ? { type: "media", media: "audio", caption: null, ...file, isVoiceNote: true }
        : { type: "media", media: "image", caption, ...file };
    case "STICKER_STANDBY":
      return { type: "sticker", mediaId: null };
    case "UNSUPPORTED":
      return { type: "unsupported", of: null, errors: [] };
    case "TEXT_SIMPLE":
    case "TEXT_TOOL_INTENT":
      return { type: "text", body: caption };
  }
}

export function texts(decision: Decision): string[] {
  return decision.messages.map(({ text = "" }) => text);
}

export function templates(decision: Decision): string[] {
  return decision.messages.map(({ templateId }) => templateId ?? "—");
}
