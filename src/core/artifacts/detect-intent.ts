import type { HeardRequest } from "../ports/model/request-reader.ts";
import type { TriggerReason } from "./artifact.ts";
import { asksForExtract } from "./asks-for-extract.ts";
import { asksForPlan } from "./asks-for-plan.ts";
import { asksForResearch } from "./asks-for-research.ts";
import { CONTRACT_NAMES, type ContractName } from "./contracts.ts";
import * as words from "./intent-words.ts";
import { matches, type Phrases } from "./phrases.ts";
import type { RouteDecision } from "./route-text.ts";
import type { ArtifactSettings } from "./settings.ts";

/** Which artifact a text asks for (requirement F3). */
export interface ArtifactIntent {
  readonly intent: ContractName | null;
  readonly confidence: number;
  readonly reason: string;
  readonly trigger: TriggerReason;
}

export interface AskedText {
  readonly text: string;
  readonly route: RouteDecision;
  /** A document of this conversation is at hand. */
  readonly hasDocument: boolean;
  /** The answer rests on enough pages that were read for it, whatever the words. */
  readonly readsPages?: boolean;
  /** What a trained model hears in the text; null or absent: there is none. */
  readonly heard?: HeardRequest | null;
}

interface Score {
  readonly intent: ContractName;
  readonly confidence: number;
  readonly matched: readonly string[];
  readonly signals: readonly string[];
}

const SHORTEST = 12;
/** A greeting may stand before a request; alone with few words it is talk. */
const SMALL_TALK_WORDS = 4;
const BLOCKED: ReadonlySet<string> = new Set(["command", "local_memory_intent", "conversion_tool"]);
/** The order in which equal scores win: a document that lies on the table is meant. */
const PRECEDENCE: readonly ContractName[] = ["doc_extract", "research_brief", "plan"];

export function detectIntent(asked: AskedText, settings: Pick<ArtifactSettings, "threshold">): ArtifactIntent {
  const blocked = whyBlocked(asked);
  if (blocked !== null) return none(blocked, 0);
  const scores = [scoreDocument(asked), scoreResearch(asked), scorePlan(asked)].map((score) =>
    withHeard(score, asked, settings.threshold),
  );
  const confidence = Math.max(...scores.map((score) => score.confidence));
  if (confidence < settings.threshold) return none("below_threshold", confidence);
  const best = scores.filter((score) => score.confidence === confidence);
  const chosen = PRECEDENCE.flatMap((name) => best.filter(({ intent }) => intent === name)).at(0);
  if (chosen === undefined) return none("below_threshold", confidence);
  return {
    intent: chosen.intent,
    confidence,
    reason: "scored",
    trigger: {
      explicit_request: chosen.matched.length > 0,
      matched_phrases: [...chosen.matched],
      structural_signals: [...chosen.signals],
      tie_break: best.length > 1 ? `${chosen.intent} before ${best.length - 1} as likely` : null,
    },
  };
}

/** Below this a rule's words say something else: of 596 requests that a rule read 8 stand there, and 16 of its 38 false alarms. */
const UNHEARD = 0.1;

/** What a trained model has heard, in the place of a rule that reads it less surely; a rule alone is not believed. */
function withHeard(
  score: Score,
  { heard = null, hasDocument, readsPages = false }: AskedText,
  threshold: number,
): Score {
  // Pages that were read for it make a brief, whatever the words.
  if (heard === null || (readsPages && score.intent === "research_brief")) return score;
  if (heard[score.intent] < UNHEARD) return { ...score, confidence: 0 };
  if (heard[score.intent] < threshold || heard[score.intent] <= score.confidence) return score;
  const likeliest = CONTRACT_NAMES.every((name) => heard[name] <= heard[score.intent]);
  // A document that lies on the table is meant; without one, a text that reads like an extract asks for nothing else.
  const counts =
    score.intent === "doc_extract" ? hasDocument : likeliest && !(hasDocument && heard.doc_extract >= threshold);
  return counts ? { ...score, confidence: heard[score.intent], signals: [...score.signals, "heard"] } : score;
}

function whyBlocked({ text, route }: AskedText): string | null {
  if (BLOCKED.has(route.route)) return `blocked_by_${route.route}`;
  if (text.trim().length < SHORTEST) return "too_short";
  const isTalk = text.trim().split(/\s+/u).length <= SMALL_TALK_WORDS && matches(text, words.SMALL_TALK).length > 0;
  return isTalk ? "small_talk" : null;
}

function scoreResearch({ text, route, readsPages = false }: AskedText): Score {
  const asks = readsPages ? [] : asksForResearch(text);
  return sum("research_brief", [
    [0.45, route.route === "websearch" || readsPages ? [] : null, "websearch"],
    [0.35, asks, readsPages ? "synthesis" : "citation_or_comparison"],
    [0.25, found(text, words.BRIEF_OR_LITERATURE), "brief_or_literature"],
    [0.05, found(text, words.NEWS), "news"],
  ]);
}

function scoreDocument({ text, hasDocument }: AskedText): Score {
  const asks = asksForExtract(text);
  return sum("doc_extract", [
    [0.45, hasDocument ? [] : null, "has_document"],
    [0.35, asks, "document_words"],
    [0.15, found(text, words.TABLE_OR_QUOTE), "table_or_quote"],
    [0.05, hasDocument && asks !== null ? [] : null, "document_is_meant"],
  ]);
}

/** Who asks for a plan speaks of what is theirs to do: "steps of glycolysis" asks for none. */
function scorePlan({ text, route }: AskedText): Score {
  const asks = asksForPlan(text);
  if (asks === null) return sum("plan", []);
  return sum("plan", [
    [0.35, [], "personal"],
    [0.35, asks, "action"],
    [0.1, route.route === "llm_only" ? [] : null, "llm_only"],
    [0.1, found(text, words.TIME), "time"],
  ]);
}

function found(text: string, list: Phrases): string[] | null {
  const all = matches(text, list);
  return all.length === 0 ? null : all;
}

type Part = readonly [weight: number, matched: readonly string[] | null, signal: string];

/** Hundredths: 0.35 + 0.35 + 0.1 is 0.8, and not a little less. */
function sum(intent: ContractName, parts: readonly Part[]): Score {
  const present = parts.filter(([, matched]) => matched !== null);
  const hundredths = present.reduce((total, [weight]) => total + Math.round(weight * 100), 0);
  return {
    intent,
    confidence: Math.min(hundredths, 100) / 100,
    matched: present.flatMap(([, matched]) => matched ?? []),
    signals: present.map(([, , signal]) => signal),
  };
}

function none(reason: string, confidence: number): ArtifactIntent {
  const trigger = { explicit_request: false, matched_phrases: [], structural_signals: [], tie_break: null };
  return { intent: null, confidence, reason, trigger };
}
