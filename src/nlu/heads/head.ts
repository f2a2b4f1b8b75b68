import type { Concern, FoundConcern } from "../../core/ports/flow-reader.ts";
import { foldText } from "../text/fold-text.ts";
import { areAllIn, isAnyIn, likelyBy } from "../text/pattern-gate.ts";
import { withoutDenials } from "./without-denials.ts";

/**
 * One small decider: whether a message says one thing, whatever else it says. Heads run before any
 * intent, each apart from the others, and neither a model nor another rule lowers what one finds. A
 * false alarm costs a warm word too many; a miss may harm a person.
 */
export interface Head {
  readonly concern: Concern;
  readonly signs: readonly Sign[];
  /** What a customer denies ("no estoy embarazada") is not looked at. */
  readonly heedsDenial?: true;
  /** Words beside which a trained head hears only a mention ("tengo 15 años de casada"). */
  readonly mentions?: readonly RegExp[];
  /** Words that state it of this sale, beside any sign or trained head that has found it. */
  readonly states?: readonly RegExp[];
}

/**
 * One way of saying it, on folded text (`fold-text.ts`). The sign is found when every pattern of
 * `all` is found somewhere and none of `unless`. Patterns stay linear, like those of `IntentRule`.
 */
export interface Sign {
  /** For the record; no word of a customer. */
  readonly name: string;
  readonly all: readonly [RegExp, ...RegExp[]];
  readonly unless?: readonly RegExp[];
  /** It may be meant in general ("¿desde qué edad?"): beside it, `states` tell whether it is of this sale. */
  readonly isGeneral?: true;
  /** So grave that a person must advise, asked or not ("tomo anticoagulantes"). */
  readonly isGrave?: true;
}

/**
 * What the heads find in the messages of a run: in each alone, and in all of them one after the
 * other, since "mi niña de 3 años" and "se tomó cinco" may come apart. Each concern once, the
 * gravest first.
 */
export function readConcerns(heads: readonly Head[], messages: readonly string[]): FoundConcern[] {
  const said = textsOf(messages);
  const kept = said.map(withoutDenials);
  return heads.flatMap(({ concern, signs, heedsDenial }) => {
    const texts = heedsDenial === true ? kept : said;
    const likely = likelySigns(signs, texts);
    const isHere = (one: Sign): boolean => texts.some((text) => isFound(one, text));
    const sign = likely.find(isHere);
    if (sign === undefined) return [];
    const isGrave = likely.some((one) => one.isGrave === true && isHere(one));
    return [
      {
        concern,
        sign: sign.name,
        ...(sign.isGeneral === true ? {} : { isStated: true as const }),
        ...(isGrave ? { needsAdvice: true as const } : {}),
      },
    ];
  });
}

const likelySigns = likelyBy<Sign>(({ all }) => all.slice(0, 1));

/** The concerns that the messages state of this sale, if it is found that they speak of them. */
export function statedIn(heads: readonly Head[], messages: readonly string[]): ReadonlySet<Concern> {
  return concernsBy(heads, messages, ({ states }) => states);
}

/** The concerns of which the messages only make mention. */
export function mentionedIn(heads: readonly Head[], messages: readonly string[]): ReadonlySet<Concern> {
  return concernsBy(heads, messages, ({ mentions }) => mentions);
}

function concernsBy(
  heads: readonly Head[],
  messages: readonly string[],
  patternsOf: (head: Head) => readonly RegExp[] | undefined,
): ReadonlySet<Concern> {
  const said = textsOf(messages);
  const found = heads.filter((head) => {
    const patterns = patternsOf(head);
    return patterns !== undefined && said.some((text) => isAnyIn(patterns, text));
  });
  return new Set(found.map(({ concern }) => concern));
}

function textsOf(messages: readonly string[]): readonly string[] {
  const folded = messages.map(foldText);
  return folded.length > 1 ? [...folded, folded.slice(-MOST_JOINED).join(" , ")] : folded;
}

/** A run seldom has more than a few messages, so the second reading stays short. */
const MOST_JOINED = 8;

function isFound({ all, unless }: Sign, text: string): boolean {
  return areAllIn(all, text) && !(unless !== undefined && isAnyIn(unless, text));
}
