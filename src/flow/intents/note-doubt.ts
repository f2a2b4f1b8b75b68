import type { IntentInfo } from "../../core/agent/agent.ts";
import type { Draft, Turn } from "../draft/draft.ts";

/** Writes down what was not understood, for the people of the shop. */
export function noteDoubt({ input }: Turn, draft: Draft, info: IntentInfo): Draft {
  const message = [...input.message].slice(0, 500).join("");
  const call = { callId: "log_disambiguation", tool: "log_disambiguation" };
  return { ...draft, tools: [...draft.tools, { ...call, input: { message, mode: draft.mode, intent: info } }] };
}
