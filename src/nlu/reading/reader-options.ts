import { DEFAULT_LOCALE, type Locale } from "../../core/locale/locale.ts";
import type { DeliveryMention, ReadingContext, SoldGoods } from "../../core/ports/flow-reader.ts";
import type { AnswerReader } from "../../core/ports/model/answer-reader.ts";
import type { Classifier } from "../../core/ports/model/classifier.ts";
import type { EntityReader } from "../entities/entity-reader.ts";
import type { FieldKind } from "../extract/field-kinds.ts";
import type { Head } from "../heads/head.ts";
import type { QuantityReader } from "../quantities/quantity-model.ts";

export interface OfflineReaderOptions {
  /** The agent's own; left out, Colombia. Elsewhere names and addresses are asked for one by one. */
  readonly locale?: Locale;
  readonly classifier: Classifier;
  /** Hears answers to our questions in words that no rule knows; without it the rules hear alone. */
  readonly answers?: AnswerReader;
  /** Puts right what the rules read of names, towns and neighbourhoods; without it the rules read alone. */
  readonly entities?: EntityReader;
  /**
   * Which field of the agent holds which kind of data. A kind without a field is not looked for.
   */
  readonly fields: Partial<Readonly<Record<FieldKind, string>>>;
  /**
   * Readers of the agent's own fields: the value that a message gives, or null. They read no
   * question ("¿y el miércoles atienden?").
   */
  readonly ownFields?: Readonly<Record<string, (text: string, context: ReadingContext) => string | null>>;
  /** Those of them that are read out of questions too ("¿me la hace de champiñones?"). */
  readonly ownFieldsInQuestions?: readonly string[];
  /** The intent of a greeting; alone it asks for nothing. */
  readonly greeting: string;
  /** Cuts the text that a website's button wrote for the customer. */
  readonly strip?: (text: string) => string;
  /** Heads that run before everything else, the gravest first. */
  readonly heads?: readonly Head[];
  /**
   * The shop's words for its goods, singular and plural ("frasco", "frascos"): a number beside one
   * is a quantity.
   */
  readonly goods?: readonly string[];
  /** How many units a price in whole pesos buys, of a shop of fixed packs. */
  readonly prices?: ReadonlyMap<number, number>;
  /** Puts right how many units the rules have read; without it the rules count alone. */
  readonly quantities?: QuantityReader;
  /** How a message wants its order delivered; for shops with pickup at a carrier's office. */
  readonly delivery?: (text: string) => DeliveryMention | null;
}

/** What is made of the options once, and read for each message. */
export interface Shop extends OfflineReaderOptions {
  /** The words for its goods, folded. */
  readonly folded: ReadonlySet<string>;
  readonly apart: (text: string) => string;
  readonly sells: SoldGoods;
}

/** Whether the rules know the names, addresses and clauses of the country. */
export function knowsCountry({ locale }: OfflineReaderOptions): boolean {
  return (locale ?? DEFAULT_LOCALE) === DEFAULT_LOCALE;
}

export const NOTHING_KNOWN: ReadingContext = {
  lastAssistant: [],
  asked: ["packs", "pack", "confirm", "buy"],
  isCollecting: true,
  data: {},
  missing: [],
};
