/** Facts with their own source (requirements F11, F12). A fact is researched until two domains or a person verify it. */

import { canonicalJson } from "../canonical-json.ts";
import { stemsOf } from "../knowledge/spanish-stems.ts";
import { plainText } from "../plain-text.ts";
import { sha256 } from "../sha256.ts";
import { storedText } from "../stored-text.ts";
import type { Artifact, ArtifactOf } from "./artifact.ts";
import { domainOf } from "./web-domain.ts";

export interface DistilledFact {
  /** The same for the same topic, fact and source. */
  readonly id: string;
  readonly topic: string;
  readonly fact: string;
  /** An address of the web, or a document's id and the place in it. */
  readonly source: string;
  readonly confidence: "high" | "medium";
  readonly domain: string;
  readonly tags: readonly string[];
  readonly evidenceSnippet: string;
}

/** An artifact and what is known from it, written as one. */
export interface ArtifactWrite {
  readonly artifact: Artifact;
  readonly facts: readonly DistilledFact[];
}

const MOST_FINDINGS = 6;
const MOST_ROWS = 8;
const NOTHING: ReadonlySet<string> = new Set();

/** The facts of an artifact. A plan, an extra section and anything without a source of its own give none. */
export function distil(artifact: Artifact): DistilledFact[] {
  switch (artifact.artifact_type) {
    case "research_brief":
      return distilFindings(artifact);
    case "doc_extract":
      return distilRows(artifact);
    case "plan":
      return [];
  }
}

/** A finding on two sources is two facts: each source vouches for itself. */
function distilFindings({ content, citations, inputs }: ArtifactOf<"research_brief">): DistilledFact[] {
  return content.key_findings.slice(0, MOST_FINDINGS).flatMap(({ text, citation_ids }) =>
    citation_ids.flatMap((id) => {
      const citation = citations.find((one) => one.id === id);
      if (citation?.type !== "web") return [];
      return [
        factOf({
          topic: inputs.user_query,
          fact: text,
          source: citation.url,
          confidence: "high",
          domain: "general",
          tags: ["research_brief"],
          evidenceSnippet: citation.title,
        }),
      ];
    }),
  );
}

function distilRows({ content, citations, inputs }: ArtifactOf<"doc_extract">): DistilledFact[] {
  return content.table_extract
    .filter(({ ref, cells }) => ref !== "" && cells.filter((cell) => cell.trim() !== "").length >= 2)
    .slice(0, MOST_ROWS)
    .flatMap(({ header, cells, ref }) => {
      const citation = citations.find((one) => one.type === "doc" && one.ref === ref);
      if (citation?.type !== "doc") return [];
      return [
        factOf({
          topic: inputs.user_query,
          fact: cells
            .map((cell, at) => (header[at] ? `${header[at]}: ${cell}` : cell))
            .filter((one) => one !== "")
            .join("; "),
          source: `${citation.document_id}#${ref}`,
          confidence: "medium",
          domain: "document",
          tags: ["doc_extract"],
          evidenceSnippet: storedText(cells.join(" | "), 600),
        }),
      ];
    });
}

function factOf(fact: Omit<DistilledFact, "id">): DistilledFact {
  const key = [plainText(fact.topic), plainText(fact.fact), fact.source];
  return { ...fact, topic: storedText(fact.topic, 300), id: `fact_${sha256(canonicalJson(key)).slice(0, 24)}` };
}

/** Facts about nearly the same thing: requirement F12's limits. */
const SAME_TOPIC = 0.72;
const SAME_FACT = 0.82;

export type Kinship = "same" | "conflict" | "unrelated";

/** Two facts in nearly the same words agree; where their numbers or their "no" differ, they contradict each other. */
export function kinshipOf(
  one: Pick<DistilledFact, "topic" | "fact">,
  other: Pick<DistilledFact, "topic" | "fact">,
): Kinship {
  if (alike(one.topic, other.topic) < SAME_TOPIC || alike(one.fact, other.fact) < SAME_FACT) return "unrelated";
  const agree = canonicalJson(claimed(one.fact)) === canonicalJson(claimed(other.fact));
  return agree ? "same" : "conflict";
}

export const FACT_STORES = ["verified", "researched", "withdrawn"] as const;
export type FactStore = (typeof FACT_STORES)[number];

/** What a person of the shop says of a fact. */
export type Verdict = "verified" | "withdrawn";

export type Standing = { readonly store: FactStore; readonly conflictsWith: readonly string[] };

export interface JudgedFact extends DistilledFact {
  /** The newest verdict of a person; null when there is none, or it was taken back. */
  readonly verdict?: Verdict | null;
}

/**
 * Where a fact stands beside the others of its conversation. Two domains that agree verify it, unless another fact contradicts
 * it; so does a person, who has seen what contradicts it. What a person withdrew neither supports nor contradicts another.
 */
export function standingOf(fact: JudgedFact, others: readonly JudgedFact[]): Standing {
  const kin = others
    .filter(({ id, verdict }) => id !== fact.id && verdict !== "withdrawn")
    .map((other) => ({ other, kinship: kinshipOf(fact, other) }));
  const conflictsWith = kin.filter(({ kinship }) => kinship === "conflict").map(({ other }) => other.id);
  if (fact.verdict != null) return { store: fact.verdict, conflictsWith };
  const agreeing = [fact, ...kin.filter(({ kinship }) => kinship === "same").map(({ other }) => other)];
  const domains = new Set(agreeing.flatMap(({ source }) => (URL.canParse(source) ? [domainOf(source)] : [])));
  return { store: domains.size >= 2 && conflictsWith.length === 0 ? "verified" : "researched", conflictsWith };
}

/** What a fact says beside its words: its numbers, and whether it denies. */
function claimed(fact: string): { numbers: string[]; denies: boolean } {
  const denies = /\b(?:no|nunca|tampoco|ning[uú]n[ao]?|sin)\b/iu.test(fact);
  return { numbers: (fact.match(/\d+(?:[.,]\d+)*/gu) ?? []).toSorted(), denies };
}

function alike(one: string, other: string): number {
  const left = new Set(stemsOf(one.replaceAll(/\d+(?:[.,]\d+)*/gu, " "), NOTHING));
  const right = new Set(stemsOf(other.replaceAll(/\d+(?:[.,]\d+)*/gu, " "), NOTHING));
  if (left.size + right.size === 0) return 0;
  return (2 * [...left].filter((stem) => right.has(stem)).length) / (left.size + right.size);
}
