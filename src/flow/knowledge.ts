import { type KnowledgeEntry, saidAs } from "../core/knowledge/knowledge-entry.ts";
import { type FoundEntry, indexKnowledge, type KnowledgeIndex } from "../core/knowledge/search-knowledge.ts";
import { because, type Draft, stageOf, type Turn } from "./draft.ts";
import type { Wanted } from "./effects.ts";
import { OTHER_INTENT } from "./speak.ts";

/** What the best line of an entry must share with a question that nothing else answers. */
const ANSWERS_FROM = 0.5;
/** The same beside a template that answers: only a question that is nearly the entry's own outranks it. */
const OUTRANKS_FROM = 0.68;

const indexes = new WeakMap<readonly KnowledgeEntry[], KnowledgeIndex>();

/** The entries are the same list until one of them changes. */
function indexOf(entries: readonly KnowledgeEntry[], shop: string): KnowledgeIndex {
  const known = indexes.get(entries) ?? indexKnowledge(entries, shop);
  indexes.set(entries, known);
  return known;
}

/**
 * The entry of the shop's knowledge that answers these words; null when none is near enough. It
 * answers questions alone: words that order, choose, refuse, complain or tell data go their own
 * way, and so does everything that a rule before this one has decided.
 */
export function entryFor(turn: Turn, draft: Draft, sure: readonly Wanted[]): FoundEntry | null {
  const { flow, input, reading } = turn;
  const { knowledge = flow.knowledge } = input;
  if (knowledge.length === 0 || reading === null) return null;
  if (draft.captured.length > 0 || draft.steps.length > 0 || draft.choice !== null) return null;
  if (sure.some(({ definition }) => definition.effect !== "inform")) return null;
  const words = reading.messages.map(({ text }) => text).join("\n");
  const [best] = indexOf(knowledge, flow.name).find(words, input.now, 1);
  if (best === undefined || best.share < (sure.length > 0 ? OUTRANKS_FROM : ANSWERS_FROM)) return null;
  return best;
}

/** Says the entry's own text. */
export function tell(turn: Turn, draft: Draft, { entry, share }: FoundEntry): Draft {
  const { flow } = turn;
  const reason = `the entry "${entry.id}" of the shop's knowledge answers (share ${share.toFixed(2)})`;
  return {
    ...because(draft, reason),
    mode: stageOf(flow, draft.mode) === "welcome" ? flow.purposes.talk : draft.mode,
    intentInfo: {
      intent: OTHER_INTENT,
      confidence: flow.bands.act,
      alternatives: [],
      reasoning: reason,
      engine: "rules",
    },
    entry: { text: entry.text, templateId: saidAs(entry) },
  };
}
