import type { AgentInput, Decision } from "../core/agent/agent.ts";
import type { IntentInfo } from "../core/agent/intent.ts";
import { answerWithTools } from "./answer-with-tools.ts";
import { detectIntent } from "./detect-intent.ts";
import type { ModelAgentOptions } from "./model-agent-options.ts";

/** A sticker is answered at most this often (requirement D8). */
const STICKER_PAUSE_MS = 60 * 60 * 1_000;

export interface Prompts {
  readonly detector: string;
  readonly orchestrator: string;
}

/** One turn: the detector reads, the bands decide what is done with its reading, the orchestrator answers. */
export async function decideWithModels(
  options: ModelAgentOptions,
  prompts: Prompts,
  input: AgentInput,
): Promise<Decision> {
  const { texts } = options;
  if (input.dueTimer != null) return plain(null, [], ["a timer came due, and this agent arms none"]);
  const wordless = wordlessText(options, input);
  if (wordless !== null) return plain(null, wordless, ["there are no words to read"]);
  const { model = null } = input;
  if (model === null) return handOver(null, texts.unavailable, ["there is no model to ask"]);
  const detection =
    input.forceIntent === null
      ? await detectIntent(options, prompts.detector, input, model)
      : ({
          kind: "read",
          intent: forced(input.forceIntent),
          band: "act",
          why: ["a person forced the intent"],
        } as const);
  if (detection.kind === "nobody") return handOver(null, texts.unavailable, detection.why);
  const { intent, band } = detection;
  const why = [...detection.why, `${intent.intent} ${intent.confidence}: ${band}`];
  switch (band) {
    case "person":
      return handOver(intent, texts.person, why);
    case "look_again":
    case "ask":
      return isAskedAlready(options, input)
        ? handOver(intent, texts.person, [...why, "the customer was asked already"])
        : plain(intent, [texts.clarify], why);
    case "act": {
      const { end, engine } = await answerWithTools(options, prompts.orchestrator, { input, intent, model });
      const told = [...why, ...end.notes];
      if (end.kind === "stopped") {
        const isUnavailable = end.reason === "not_asked" || end.reason === "failed";
        return handOver(intent, isUnavailable ? texts.unavailable : texts.person, [
          ...told,
          `${end.reason}: ${end.detail}`,
        ]);
      }
      const person = engine.person();
      const state = engine.state();
      const decision =
        person === null ? plain(intent, [end.text], told) : handOver(intent, texts.person, [...told, person]);
      const stateUpdates = { ...decision.stateUpdates, ...(state === null ? {} : { newMode: state }) };
      // A customer whose answer waits for a person of the shop hears that it does.
      const waits = end.awaits.includes("operator")
        ? [{ text: texts.waiting, templateId: null, claimsNothing: true }]
        : [];
      return { ...decision, messages: [...waits, ...decision.messages], stateUpdates, tools: [...end.calls] };
    }
  }
}

/** What is said without words to read: an empty list for silence; null when there are words. */
function wordlessText({ texts }: ModelAgentOptions, input: AgentInput): readonly string[] | null {
  switch (input.inputClass) {
    case "STICKER_STANDBY":
      return isStickerAnswered(texts.sticker, input) ? [] : [texts.sticker];
    case "UNSUPPORTED":
      return [texts.unsupported];
    default:
      if (input.message.trim() !== "") return null;
      return input.inputClass.startsWith("RICH") ? [texts.richInput] : [];
  }
}

function isStickerAnswered(text: string, { history, now }: AgentInput): boolean {
  return history.some(
    ({ role, content, createdAt }) =>
      role === "assistant" && content === text && now.getTime() - createdAt.getTime() < STICKER_PAUSE_MS,
  );
}

/** A customer who was asked a moment ago is not asked again. */
function isAskedAlready({ texts }: ModelAgentOptions, { history }: AgentInput): boolean {
  return history.findLast(({ role }) => role === "assistant")?.content === texts.clarify;
}

function forced(intent: string): IntentInfo {
  return { intent, confidence: 100, alternatives: [], reasoning: "a person forced it" };
}

function handOver(intent: IntentInfo | null, text: string, why: readonly string[]): Decision {
  return { ...plain(intent, [text], why), handoff: { reason: why.at(-1) ?? "a person goes on" } };
}

function plain(intent: IntentInfo | null, said: readonly string[], why: readonly string[]): Decision {
  return {
    messages: said.map((text) => ({ text, templateId: null })),
    intentInfo: intent,
    stateUpdates: intent === null ? {} : { newIntentsVistos: [intent.intent] },
    tools: [],
    handoff: null,
    closesSession: false,
    totalTokens: 0,
    why,
  };
}
