import type { LocalePack } from "../../core/locale/locale-pack.ts";
import { BINDING_WORDS } from "./binding-words.ts";
import { contentIn, linksIn, loadedIn, namesIn, negationsIn, numbersIn, numberWordsIn } from "./facts-in-text.ts";

/** Requirement A26. */
const LONGEST_GROWTH = 1.3;
const SHORTEST = 20;
/**
 * The required share of content words that both texts say; and of the new text that is in the old
 * one.
 */
const SHARE_KEPT = 0.5;

/** Why a paraphrase is invalid: the fact that differs. null when the facts are the same. */
export function paraphraseFault(original: string, paraphrase: string, language: LocalePack["language"]): string | null {
  const binding = BINDING_WORDS[language];
  const length = [...paraphrase].length;
  if (length < SHORTEST) return "too short";
  if (length > [...original].length * LONGEST_GROWTH) return "too long";
  if (/\{\{|⟦|⟧/.test(paraphrase)) return "a hole or a fence";
  const compared: readonly (readonly [string, (text: string) => readonly (string | number)[]])[] = [
    ["numbers", numbersIn],
    ["numbers in words", (text) => numberWordsIn(text, binding)],
    ["links", linksIn],
    ["names", namesIn],
    ["conditions", (text) => loadedIn(text, binding)],
    ["negations", (text) => [negationsIn(text, binding)]],
    ["questions", (text) => [text.includes("?") ? "asks" : "tells"]],
  ];
  for (const [what, read] of compared) if (!isSameSet(read(original), read(paraphrase))) return `other ${what}`;
  for (const bold of original.matchAll(/\*([^*\n]+)\*/g)) {
    if (!paraphrase.toLowerCase().includes((bold[1] ?? "").toLowerCase())) return `without "${bold[1]}"`;
  }
  const [old, fresh] = [new Set(contentIn(original)), new Set(contentIn(paraphrase))];
  const kept = [...old].filter((word) => fresh.has(word)).length;
  return kept < old.size * SHARE_KEPT || kept < fresh.size * SHARE_KEPT ? "other things are said" : null;
}

function isSameSet(one: readonly (string | number)[], other: readonly (string | number)[]): boolean {
  const [left, right] = [new Set(one), new Set(other)];
  return left.size === right.size && [...left].every((value) => right.has(value));
}
