import type { AgentInput, Decision, ExplainedDecision } from "../core/agent/agent.ts";
import { findKnowledge } from "../core/knowledge/find-knowledge.ts";
import type { KnowledgeEntry } from "../core/knowledge/knowledge-entry.ts";
import type { Reading } from "../core/ports/flow-reader.ts";
import type { TurnModel } from "../core/ports/model/turn-model.ts";
import { dayIn } from "../core/time/civil-day.ts";
import { type DecidedTurn, decideTurn } from "./decide-turn.ts";
import type { FlowDefinition } from "./definition/flow-definition.ts";
import { lastWords, type Turn, WORDS_IN_MIND } from "./draft/draft.ts";
import { leaveOutRepeats } from "./leave-out-repeats.ts";
import { type Asking, openAsking } from "./model/asking.ts";
import { orchestrate, replyOf } from "./model/orchestrate.ts";
import { understand } from "./model/understand.ts";
import { judgeRepeats, paraphrase } from "./model/writer.ts";
import { offerOptions } from "./options/offer-options.ts";
import { zoneOf } from "./sale/reading-context.ts";
import { validateTold } from "./told/validate-told.ts";

/**
 * A turn with a model. The model is asked when the rules and the templates do not suffice; they
 * decide all the same.
 */
export async function decideWithModel(
  definition: FlowDefinition,
  input: AgentInput,
  local: Reading | null,
  model: TurnModel,
): Promise<ExplainedDecision> {
  const asking = openAsking(model);
  const flow = withShopEntries(definition, input);
  // A tap says what it means: no model is asked about it.
  const offered = await offerOptions({ flow, input, reading: local });
  const rules = offered.reading;
  const isTap = rules !== local;
  const understood =
    rules === null || isTap ? { reading: rules, reply: "" } : await understand(flow, input, rules, asking);
  const { reading } = understood;
  const turn = await validateTold({
    ...{ ...offered, reading },
    ...(reading === rules || rules === null ? {} : { rules }),
  });
  const { turn: answered, decided } = await answerOpen(turn, understood.reply, asking);
  const fresh = await leaveOutRepeats(answered, decided, judgeOf(answered, asking));
  return { decision: withAsking(await wordAnew(answered, fresh, asking), asking), trail: fresh.trail };
}

/**
 * The orchestrator answers what no template does, if the shop has one and its words may be said.
 */
async function answerOpen(
  turn: Turn,
  reply: string,
  asking: Asking,
): Promise<{ readonly turn: Turn; readonly decided: DecidedTurn }> {
  const decided = decideTurn(turn);
  if (decided.unanswered === null) return { turn, decided };
  const spoken = replyOf(turn, reply, asking) ?? (await orchestrate(turn, decided.unanswered, asking));
  if (spoken === null) return { turn, decided };
  const answered: Turn = { ...turn, spoken };
  return { turn: answered, decided: decideTurn(answered) };
}

/** Longer knowledge would cost more than it tells: only what is near the question goes along. */
const MOST_FACTS = 24_000;

const equipped = new WeakMap<readonly KnowledgeEntry[], FlowDefinition>();

/** The flow with what its module and the shop's people have written, so that its model may say it too. */
function withShopEntries(flow: FlowDefinition, input: AgentInput): FlowDefinition {
  const { knowledge, message, now } = input;
  if (knowledge === undefined || knowledge === flow.knowledge) return flow;
  const length = knowledge.reduce((sum, { title, text }) => sum + title.length + text.length, 0);
  if (length > MOST_FACTS) {
    const near = new Set(findKnowledge(knowledge, message, dayIn(now, zoneOf(flow, input))).map(({ id }) => id));
    return { ...flow, knowledge: knowledge.filter(({ id }) => near.has(id)) };
  }
  const known = equipped.get(knowledge) ?? { ...flow, knowledge };
  equipped.set(knowledge, known);
  return known;
}

/** The shop's own reader, if it reads whole texts; else the model, if the shop wants that. */
function judgeOf({ flow }: Turn, asking: Asking) {
  const own = flow.reader.judgeRepeats;
  if (own !== undefined || !flow.model.comparesGist) return own;
  return (toSay: readonly string[], said: readonly string[]) => judgeRepeats(flow, { toSay, said }, asking);
}

/**
 * A text that is said a second time is reworded, if the new words keep its facts and were not said
 * either (requirement A26).
 */
async function wordAnew(turn: Turn, { decision, repeated }: DecidedTurn, asking: Asking): Promise<Decision> {
  const { flow } = turn;
  const spoken = repeated.filter(({ templateId }) => decision.messages.some((one) => one.templateId === templateId));
  if (!flow.model.paraphrases || spoken.length === 0) return decision;
  const originals = spoken.map(({ text }) => text);
  const worded = await paraphrase(flow, originals, asking);
  const said = new Set(lastWords(turn, WORDS_IN_MIND));
  const anew = new Map(
    worded.flatMap((text, index) => {
      const isNew = text !== originals[index] && !said.has(text);
      return isNew ? [[spoken[index]?.templateId, text] as const] : [];
    }),
  );
  const messages = decision.messages.map((message) => {
    const text = message.templateId === null ? undefined : anew.get(message.templateId);
    return text === undefined || message.text === undefined ? message : { ...message, text };
  });
  return { ...decision, messages };
}

function withAsking(decision: Decision, asking: Asking): Decision {
  if (asking.why().length === 0) return decision;
  return { ...decision, totalTokens: asking.tokens(), why: [...asking.why(), ...decision.why] };
}
