import { type KnowledgeEntry, saidAs } from "../../core/knowledge/knowledge-entry.ts";
import { type FoundEntry, indexKnowledge, isTrue, type KnowledgeIndex } from "../../core/knowledge/search-knowledge.ts";
import { dayIn } from "../../core/time/civil-day.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { clausesOf } from "../draft/clauses-of.ts";
import { because, type Draft, stageOf, type Turn, wishOf } from "../draft/draft.ts";
import { zoneOf } from "../sale/reading-context.ts";
import type { Wanted } from "./effects.ts";
import { OTHER_INTENT } from "./speak.ts";

/** What the best line of an entry must share with a question that nothing else answers. */
const ANSWERS_FROM = 0.5;
/** The same beside a template that answers: the question must be nearer to the entry than to the template. */
const OUTRANKS_FROM = 0.6;
const OUTRANKS_BY = 0.15;
const SAYS_SO_FROM = 0.6;
/** One of its lines is nearly the whole question: it goes before a template, and before the start of a sale. */
const IS_ITS_LINE = 0.8;
/** It is the question itself: not even a sure classifier outranks it. */
const IS_THE_LINE = 0.95;

interface Indexed {
  readonly flow: FlowDefinition;
  readonly index: KnowledgeIndex;
}

const indexes = new WeakMap<readonly KnowledgeEntry[], Indexed>();

/** The entries are the same list until one of them changes. */
function indexOf(entries: readonly KnowledgeEntry[], flow: FlowDefinition): KnowledgeIndex {
  const known = indexes.get(entries);
  if (known?.flow === flow) return known.index;
  const rivals = Object.entries(flow.intents).map(([id, { examples }]) => ({ id, lines: examples }));
  const index = indexKnowledge(entries, flow.name, rivals);
  indexes.set(entries, { flow, index });
  return index;
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
  const words = reading.messages.map(({ text }) => text).join("\n");
  const index = indexOf(knowledge, flow);
  const [best] = index.find(words, todayOf(turn), 1);
  if (best === undefined) return null;
  const isItsLine = best.share >= IS_ITS_LINE;
  // A classifier that has learnt the entry as a class of its own, and is sure of another, knows better.
  const isSure = sure.length > 0 && (wishOf(turn)?.confidence ?? 0) >= flow.bands.act;
  const isLearnt = isSure && flow.reader.learntEntries?.includes(best.entry.id) === true;
  if (isLearnt && best.share < IS_THE_LINE) return null;
  const outranked = isItsLine ? ["inform", "start_collecting"] : ["inform"];
  if (sure.some(({ definition }) => !outranked.includes(definition.effect))) return null;
  const rivals = sure.map(({ intent }) => intent);
  // Words of the shop's trade stand in many questions; an entry is asked for by a word of its own.
  if (!best.marks.some((mark) => !rivals.some((rival) => index.isOf(rival, mark)))) return null;
  if (isItsLine) return best;
  if (rivals.length === 0) return best.share >= ANSWERS_FROM ? best : null;
  const nearest = Math.max(...rivals.map((rival) => index.likenessOf(rival, words)));
  const isNearer = best.likeness >= OUTRANKS_FROM && best.likeness >= nearest + OUTRANKS_BY;
  // Or half of all its words are the entry's, those of no shop counted, and no fewer than the template's.
  return isNearer || (best.share >= SAYS_SO_FROM && best.likeness >= nearest) ? best : null;
}

export interface NamedEntry {
  readonly entry: KnowledgeEntry;
  readonly confidence: number;
}

/** Three questions are as many as a message asks. */
const MOST_ENTRIES = 3;

/**
 * The entries that the classifier itself names, the surest first: entries may be classes of its training, as
 * `knowledge.<id>`. Beside data only a question is about an entry: "a nombre de la empresa, con NIT, ¿se puede?".
 */
export function namedEntries(turn: Turn, draft: Draft): readonly NamedEntry[] {
  const { flow } = turn;
  const info = wishOf(turn);
  if (info === null || draft.choice !== null) return [];
  const isDoing = draft.captured.length > 0 || draft.steps.length > 0;
  // The classifier reads an entry, and the rules something else: of 24 messages of development sets 23 asked for the entry.
  const isDisputed = info.confidence >= flow.bands.reanalyse && info.confidence < flow.bands.act;
  const from = isDoing ? flow.bands.act : isDisputed ? flow.bands.clarify : flow.bands.reanalyse;
  if (isDoing && clausesOf(turn)?.includes("question") !== true) return [];
  return [info, ...info.alternatives]
    .flatMap((one) => (one.confidence < from ? [] : (asEntry(turn, one) ?? [])))
    .map(({ entry, confidence }) => ({ entry, confidence: Math.max(confidence, flow.bands.reanalyse) }))
    .slice(0, MOST_ENTRIES);
}

export function asEntry(
  { flow, input }: Turn,
  { intent, confidence }: { intent: string; confidence: number },
): NamedEntry | null {
  const { knowledge = flow.knowledge } = input;
  const today = todayOf({ flow, input });
  const entry = knowledge.find((one) => saidAs(one) === intent && isTrue(one, today));
  return entry === undefined ? null : { entry, confidence };
}

/** The entry that is nearest to the words, however far. */
export function nearestEntry(turn: Turn): KnowledgeEntry | undefined {
  const { flow, input, reading } = turn;
  const { knowledge = flow.knowledge } = input;
  const words = (reading?.messages ?? []).map(({ text }) => text).join("\n");
  return indexOf(knowledge, flow).find(words, todayOf(turn), 1)[0]?.entry;
}

const todayOf = ({ flow, input }: Pick<Turn, "flow" | "input">): string => dayIn(input.now, zoneOf(flow, input));

/** Says the entries that the classifier has named. */
export function tellNamed(turn: Turn, draft: Draft, named: readonly NamedEntry[]): Draft {
  return named.reduceRight((told, { entry, confidence }) => {
    const reason = `the classifier names the entry "${entry.id}" of the shop's knowledge (${confidence})`;
    return telling(turn, told, { entry, confidence, reason });
  }, draft);
}

/** The confidence of an entry that is like the question, and none of whose lines is nearly the question. */
const LIKELY = 75;

/** Says the entry's own text. */
export function tell(turn: Turn, draft: Draft, { entry, share }: FoundEntry): Draft {
  const reason = `the entry "${entry.id}" of the shop's knowledge answers (share ${share.toFixed(2)})`;
  return telling(turn, draft, { entry, confidence: share >= IS_ITS_LINE ? turn.flow.bands.act : LIKELY, reason });
}

function telling(
  turn: Turn,
  draft: Draft,
  { entry, confidence, reason }: NamedEntry & { readonly reason: string },
): Draft {
  const { flow } = turn;
  return {
    ...because(draft, reason),
    mode: stageOf(flow, draft.mode) === "welcome" ? flow.purposes.talk : draft.mode,
    intentInfo: {
      intent: OTHER_INTENT,
      confidence,
      alternatives: [],
      reasoning: reason,
      engine: "rules",
    },
    entries: [{ text: entry.text, templateId: saidAs(entry) }, ...draft.entries],
  };
}
