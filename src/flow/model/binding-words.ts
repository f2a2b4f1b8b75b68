import type { LocalePack } from "../../core/locale/locale-pack.ts";

/** The words of one language that bind the shop, folded. */
export interface BindingWords {
  /** An amount: a sign before it, or one of these words behind it. Group 1 or 2 is the number. */
  readonly price: RegExp;
  /** A word of `price` that stands for three zeros. */
  readonly thousand: RegExp;
  /** "One" to "six", with all their forms. */
  readonly quantities: Readonly<Record<string, number>>;
  /** Written-out numbers. The articles do not count. */
  readonly numbers: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  /** Where one offer ends and another begins within a sentence. */
  readonly and: RegExp;
  /** Beginnings of words that decide what is promised, for how long, and to whom. */
  readonly loaded: readonly string[];
  /** Beginnings of words that give money away. */
  readonly gives: RegExp;
}

const words = (text: string): string[] => text.split(" ");

const priceOf = (names: string): RegExp =>
  new RegExp(`\\$\\s*(\\d[\\d.,]*)|(?<!\\d[.,]{0,2})(\\d[\\d.,]*)\\s*(?:${names})(?!\\p{L})`, "giu");

export const BINDING_WORDS: Readonly<Record<LocalePack["language"], BindingWords>> = {
  spanish: {
    price: priceOf("pesos|mil|cop|usd|mxn|dolares|dólares|lucas|barras|varos"),
    thousand: /mil|lucas|barras/i,
    quantities: { un: 1, uno: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6 },
    numbers: new Set(
      words(
        "cero dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento doscientos trescientos quinientos mil millon millones mitad medio media doble triple",
      ),
    ),
    negations: new Set(words("no sin ni nunca jamas tampoco ningun ninguna ninguno nada")),
    and: /[\n.;!?](?!\d)|, | o | y /,
    loaded: [
      ...words("grati descuent promo oferta rebaj regal obsequi bono cupon econom barat"),
      ...words("garant devol devuel reembols cambi asegur certific aprob autoriz prob demostr"),
      ...words("contra anticip adelant efectiv credit cuota interes transfer consign deposit"),
      ...words("minut hora dia semana mes año ano hoy manana inmediat siempre"),
      ...words("cura sana enferm medic embaraz nin alcohol riesgo segur natural"),
    ],
    gives: /^(?:grati|descuent|promo|oferta|rebaj|regal|obsequi|bono|cupon|devol|devuel|reembols|garant)/,
  },
  portuguese: {
    price: priceOf("reais|real|mil|brl|usd|dolares|dólares|contos?|pilas?|centavos?"),
    thousand: /mil/i,
    quantities: { um: 1, uma: 1, dois: 2, duas: 2, tres: 3, quatro: 4, cinco: 5, seis: 6 },
    numbers: new Set(
      words(
        "zero dois duas tres quatro cinco seis sete oito nove dez onze doze quinze vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento duzentos trezentos quinhentos mil milhao milhoes metade meio meia dobro triplo duzia",
      ),
    ),
    negations: new Set(words("nao sem nem nunca jamais tampouco nenhum nenhuma nada")),
    and: /[\n.;!?](?!\d)|, | ou | e /,
    loaded: [
      ...words("grati gratui descont promo oferta liquid presente brinde bonus cupom cupon econom barat"),
      ...words("garant devol reembols troc segur certific aprov autoriz prov comprov"),
      ...words("contra antecip adiant dinheiro credit parcel juros transfer pix deposit entrega"),
      ...words("minut hora dia semana mes ano hoje amanha imediat sempre"),
      ...words("cura sara doenc doent medic gravid gestant crianc bebe alcool risco natural"),
    ],
    gives: /^(?:grati|gratui|descont|promo|oferta|liquid|presente|brinde|bonus|cupom|cupon|devol|reembols|garant)/,
  },
  english: {
    price: priceOf("dollars?|bucks?|usd|cents?|grand|k"),
    thousand: /grand|k$/i,
    quantities: { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 },
    numbers: new Set(
      words(
        "zero two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million half double triple twice dozen",
      ),
    ),
    negations: new Set(
      words(
        "no not without nor never neither none nothing cannot isn aren wasn weren don doesn didn won couldn hasn haven",
      ),
    ),
    and: /[\n.;!?](?!\d)|, | or | and /,
    loaded: [
      ...words("free discount promo offer sale gift bonus coupon voucher cheap sav"),
      ...words("guarant warrant return refund exchang assur certif approv authori proven tested"),
      ...words("deposit advance cash credit instal interest transfer delivery"),
      ...words("minute hour day week month year today tonight tomorrow immediat instant always"),
      ...words("cure heal sick ill medic pregnan child kid alcohol risk safe natural"),
    ],
    gives: /^(?:free|discount|promo|offer|gift|bonus|coupon|voucher|refund|return|guarant|warrant)/,
  },
};
