import type { TurnModel } from "../../core/ports/model/turn-model.ts";
import { runToolLoop } from "../../core/tool-calls/run-tool-loop.ts";
import { promptVersion } from "../../model-agent/contract.ts";
import { spokenTextFault } from "../../model-agent/spoken-text.ts";

const PROMPT =
  "You word one WhatsApp message of a shop to a customer of it. The next message says what the shop wants to tell. Answer with the message alone, in warm Colombian Spanish, with usted, at most four sentences. Add no fact, number, date or link that is not in it.";
const MAX_TOKENS = 1_024;

/** A message to a customer in a model's words; null text when none of them may be said. It is given no tool and no recipient. */
export async function wordMessage(
  about: string,
  model: TurnModel,
): Promise<{ readonly text: string | null; readonly why: readonly string[] }> {
  const end = await runToolLoop({
    question: {
      key: "draft",
      purpose: "orchestrator",
      prompt: { id: "operator.draft", version: promptVersion(PROMPT) },
      system: [{ text: PROMPT, cached: true }],
      messages: [{ role: "user", content: [{ type: "text", text: about }] }],
      maxTokens: MAX_TOKENS,
      effort: "low",
    },
    ...{ tools: [], most: { rounds: 2, calls: 0 } },
    ask: (question) => model.ask(question),
    // The member's words are the facts: what they say was done, the shop has done.
    faultIn: (words) =>
      spokenTextFault(words, { facts: about, said: "", hasRead: true, hasCall: true, hidden: PROMPT }),
    correct: (fault) => `That message cannot be sent: ${fault}. Write it again.`,
  });
  return end.kind === "said"
    ? { text: end.text, why: end.notes }
    : { text: null, why: [...end.notes, `${end.reason}: ${end.detail}`] };
}
