import type { WishedQuantity } from "../core/ports/flow-reader.ts";
import { readSpokenNumber } from "./extract/spoken-numbers.ts";
import { foldText } from "./fold-text.ts";
import { ARTICLES, ASKS_FOR, asks, ENDS_A_CHOICE } from "./read-clauses.ts";

/** In words no customer of a shop counts further; digits say the rest. */
const MOST_IN_WORDS = 20;
const UNITS: ReadonlySet<string> = new Set(["unidad", "unidades"]);
const OTHER = /^otr[oa]$/;
/** A person whom goods are for: "2 para mí y 1 para mi hermana". Not "para 3 meses", "para dormir". */
const OWNER =
  /^(?:mis?|el|ella|la|los|las|nosotr[oa]s|nos|su|mama|papa|hij[oa]s?|espos[oa]|herman[oa]s?|abuel[oa]s?|ti[oa]s?|prim[oa]s?|suegr[oa]s?|cunad[oa]s?|vecin[oa]s?|amig[oa]s?|regalar)$/;
const NEGATES: ReadonlySet<string> = new Set(["no", "ni", "tampoco", "sin"]);
const CORRECTS: ReadonlySet<string> = new Set(["mejor", "sino", "digo", "perdon", "corrijo"]);

interface Mention {
  readonly at: number;
  readonly units: number;
  readonly isFor: boolean;
}

/**
 * How many units a message wants in all: "5 frascos", "2 para mí y 1 para mi hermana", "deme cuatro".
 * null when it says none, names two numbers, or refuses one. `goods` are the shop's words, folded.
 */
export function readQuantity(text: string, goods: ReadonlySet<string>): WishedQuantity | null {
  const folded = foldText(text);
  const said = folded.split(" ").filter((word) => word !== "");
  const isCounted = (word = "") => goods.has(word) || UNITS.has(word);
  const mentions = said.flatMap((word, at): Mention[] => {
    const units = unitsOf(word);
    if (units === null) return [];
    const [next = "", after = ""] = [said[at + 1], said[at + 2]];
    const clause = said.slice(Math.max(0, at - 4), at);
    if (clause.slice(clause.lastIndexOf(",") + 1).some((one) => NEGATES.has(one))) return [];
    const isGoods = isCounted(next) || (next === "de" && isCounted(after));
    const [para = "", owner = ""] = isGoods ? [after, said[at + 3]] : [next, after];
    const isFor = para === "para" && OWNER.test(owner);
    const verb = said.slice(0, at).findLast((one) => !ARTICLES.has(one)) ?? "";
    const isAsked = ASKS_FOR.has(verb) && (next === "" || next === "," || ENDS_A_CHOICE.has(next));
    const isOther = OTHER.test(word);
    if (isOther ? !isFor : !isGoods && !isFor && !isAsked) return [];
    return [{ at, units, isFor }];
  });
  if (isBetween(said, mentions)) return null;
  const units = sumOf(mentions, said);
  return units === null || units < 2 ? null : { units, isAsked: asks(folded) };
}

/** The number that a word says: "dos", "otra", "12"; null for other words. */
export function unitsOf(word: string): number | null {
  if (word === "una" || OTHER.test(word)) return 1;
  if (word === "par") return 2;
  if (word === "docena") return 12;
  if (/^[1-9]\d?$/.test(word)) return Number(word);
  const said = Number(readSpokenNumber([word])?.digits ?? 0);
  return said >= 1 && said <= MOST_IN_WORDS ? said : null;
}

/** "2 o 3 frascos": nothing is chosen. */
function isBetween(said: readonly string[], mentions: readonly Mention[]): boolean {
  return mentions.some(({ at }) => said[at - 1] === "o" || said[at + 1] === "o");
}

function sumOf(mentions: readonly Mention[], said: readonly string[]): number | null {
  const shares = mentions.filter(({ isFor }) => isFor);
  const others = mentions.filter(({ isFor }) => !isFor);
  const shared = shares.reduce((sum, { units }) => sum + units, 0);
  const [first] = others;
  if (shares.length > 1) return first === undefined || first.units === shared ? shared : null;
  const values = new Set(mentions.map(({ units }) => units));
  if (values.size <= 1) return mentions[0]?.units ?? null;
  const last = mentions.at(-1);
  const isCorrected =
    last !== undefined && said.slice(Math.max(0, last.at - 3), last.at).some((one) => CORRECTS.has(one));
  return isCorrected ? last.units : null;
}
