import type { InputClass } from "../inbound/input-class.ts";
import type { KnowledgeEntry } from "../knowledge/knowledge-entry.ts";
import { indexKnowledge } from "../knowledge/search-knowledge.ts";
import { stemsOf } from "../knowledge/spanish-stems.ts";
import { type Fact, type PastWindow, PROFILE_KEYS } from "./fact.ts";
import type { Recollecting, Recollection } from "./recollection.ts";

/** A fact ends on no day. */
const ANY_DAY = "";

/** Requirement R14. */
const MOST_RECALLED = 5;
const MOST_WINDOWS = 3;
/** How much of the question a fact must share, of what it could share (R14: about 0.35, relative to the best possible). */
const LEAST_SHARE = 0.35;
/** Lines of its own conversation that a turn is given as history. */
const RECENT_LINES = 20;

/** What an input of this class may read of the memory (requirement R14). */
export function recollectingFor(inputClass: InputClass, message: string, conversationId: string): Recollecting {
  const limits = { leastShare: LEAST_SHARE, conversationId, recent: RECENT_LINES };
  return readsFacts(inputClass)
    ? { ...limits, text: message, facts: MOST_RECALLED, windows: MOST_WINDOWS }
    : { ...limits, text: null, facts: 0, windows: 0 };
}

/** For a tool: the facts alone. */
export function aboutFacts(text: string, conversationId: string, facts: number): Recollecting {
  return { text, facts, windows: 0, leastShare: LEAST_SHARE, conversationId, recent: 0 };
}

export function readsFacts(inputClass: InputClass): boolean {
  return inputClass === "TEXT_TOOL_INTENT" || inputClass === "RICH_INPUT_TOOL_INTENT";
}

/** A line of a talk, as a conversation in memory holds it. */
export interface SpokenLine {
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly createdAt: Date;
}

/** The same for a conversation in memory, which has few facts and lines. `postgres/shop/recollect.ts` asks the database. */
export function recollect(
  facts: readonly Fact[],
  lines: readonly SpokenLine[],
  { text, facts: most, windows, leastShare, recent }: Recollecting,
): Recollection {
  const profile = facts.filter(({ subject, key }) => subject === "self" && PROFILE_KEYS.some((one) => one === key));
  if (text === null) return { profile, facts: [], windows: [] };
  const earlier = lines.slice(0, Math.max(0, lines.length - recent));
  return {
    profile,
    facts: searchFacts(facts, text, most),
    windows: windowsAbout(earlier, text, { windows, leastShare }),
  };
}

/** The facts that have to do with a text, the best first: BM25 over key, value and the customer's words. */
export function searchFacts(facts: readonly Fact[], text: string, limit = MOST_RECALLED): readonly Fact[] {
  const entries = facts.map(
    ({ id, subject, key, value, quote }): KnowledgeEntry => ({
      ...{ id, title: `${key.replaceAll("_", " ")} ${subject === "self" ? "" : subject} ${value}` },
      ...{ asks: [quote], text: "", until: null },
    }),
  );
  const found = indexKnowledge(entries, "").find(text, ANY_DAY, limit);
  return found.flatMap(({ entry, likeness }) =>
    likeness >= LEAST_SHARE ? facts.filter(({ id }) => id === entry.id) : [],
  );
}

function windowsAbout(
  lines: readonly SpokenLine[],
  text: string,
  { windows, leastShare }: Pick<Recollecting, "windows" | "leastShare">,
): PastWindow[] {
  const asked = new Set(stemsOf(text, new Set()));
  if (asked.size === 0) return [];
  const shares = lines.map(({ content }) => {
    const said = new Set(stemsOf(content, new Set()));
    return [...asked].filter((stem) => said.has(stem)).length / asked.size;
  });
  const best = lines.flatMap((line, at) => {
    const share = shares[at] ?? 0;
    // The better one of two neighbours stands for both.
    const isOutdone = shares.some(
      (other, place) => Math.abs(place - at) <= 2 && (other > share || (other === share && place > at)),
    );
    return share >= leastShare && !isOutdone ? [{ share, at, line }] : [];
  });
  return best
    .toSorted((one, other) => other.share - one.share || other.at - one.at)
    .slice(0, windows)
    .map(({ at, line }) => ({
      at: line.createdAt,
      lines: lines
        .slice(Math.max(0, at - 1), at + 2)
        .map(({ role, content }) => ({ role, content: content.slice(0, 500) })),
    }));
}
