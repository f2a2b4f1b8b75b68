/** The forms in which a Spanish verb asks something of its hearer: `arme`, `ármeme`, `me armas`, `quiero que arme`, `podría armar`. */
import { foldLetters } from "../plain-text.ts";

/** A text in plain words, clause by clause: what stands on both sides of a comma is not read as one. */
export type Clauses = readonly (readonly string[])[];

export function clausesOf(text: string): Clauses {
  return foldLetters(text.replace(PAST, "$&e"))
    .split(/[^a-z0-9\s'-]+/u)
    .map((clause) => clause.split(/[^a-z0-9]+/u).filter((word) => word !== ""))
    .filter((clause) => clause.length > 0);
}

/** "Organicé": what the speaker did. Without its accent it would ask. */
const PAST = /(?<=\p{L}{4})[éÉ](?!\p{L})/gu;

interface Verb {
  /** Ask on their own: `arma`, `arme`. Some are also the present of a third person. */
  readonly orders: readonly string[];
  /** Ask behind "me", "nos" or "que": `armas`, `armes`. */
  readonly others: readonly string[];
  readonly infinitive: string;
}

/** Verbs whose forms do not follow from the infinitive: its orders, and the others. */
const IRREGULAR: Readonly<Record<string, readonly [orders: string, others: string]>> = {
  hacer: ["haz haga hagan hagamos", "hace haces hagas"],
  dar: ["da", "das des de"],
  decir: ["di diga digan", "dice dices digas"],
  poner: ["pon ponga pongan pongamos", "pone pones pongas"],
  proponer: ["propon proponga propongan", "propone propones propongas"],
  traer: ["trae traiga traigan", "traes traigas"],
  extraer: ["extrae extraiga extraigan", "extraes extraigas"],
  conseguir: ["consigue consiga consigan", "consigues consigas"],
  mostrar: ["muestra muestre muestren", "muestras muestres"],
  comprobar: ["comprueba compruebe comprueben", "compruebas compruebes"],
  sugerir: ["sugiere sugiera sugieran", "sugieres sugieras"],
  distribuir: ["distribuye distribuya distribuyan", "distribuyes distribuyas"],
  corregir: ["corrige corrija corrijan", "corriges corrijas"],
  ver: ["ve vea vean", "ves veas"],
  mover: ["mueve mueva muevan", "mueves muevas"],
};

/** "buscar" asks as "busque", "pagar" as "pague", "organizar" as "organice". */
const BEFORE_E: Readonly<Record<string, string>> = { c: "qu", g: "gu", z: "c" };

function verbOf(infinitive: string): Verb {
  const irregular = IRREGULAR[infinitive];
  if (irregular !== undefined) {
    const [orders, others] = irregular.map((forms) => forms.split(" "));
    return { orders: orders ?? [], others: others ?? [], infinitive };
  }
  const stem = infinitive.slice(0, -2);
  if (!infinitive.endsWith("ar")) {
    return {
      orders: [`${stem}e`, `${stem}a`, `${stem}an`, `${stem}amos`],
      others: [`${stem}es`, `${stem}as`, `${stem}en`],
      infinitive,
    };
  }
  const end = stem.at(-1) ?? "";
  const before = BEFORE_E[end];
  const soft = before === undefined || stem.endsWith("gu") ? stem : `${stem.slice(0, -1)}${before}`;
  return {
    orders: [`${stem}a`, `${soft}e`, `${soft}en`, `${soft}emos`],
    others: [`${stem}as`, `${soft}es`, `${stem}an`],
    infinitive,
  };
}

const PRONOUNS = ["me", "nos", "le", "les", "lo", "la", "los", "las"];
const PAIRS = ["me", "nos", "se"].flatMap((to) => ["lo", "la", "los", "las"].map((what) => to + what));

/** What each form of some verbs needs before it, to ask. */
export interface Directives {
  /** With its pronoun: it asks wherever it stands. */
  readonly bound: ReadonlySet<string>;
  readonly orders: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  readonly infinitives: ReadonlySet<string>;
}

/** Verbs by their infinitives, between blanks, in plain letters. */
export function directives(infinitives: string): Directives {
  const verbs = infinitives.trim().split(/\s+/u).map(verbOf);
  const bases = verbs.flatMap(({ orders, others, infinitive }) => [...orders, ...others, infinitive]);
  return {
    bound: new Set(bases.flatMap((base) => [...PRONOUNS, ...PAIRS].map((pronoun) => base + pronoun))),
    orders: new Set(verbs.flatMap(({ orders }) => orders)),
    others: new Set(verbs.flatMap(({ others }) => others)),
    infinitives: new Set(verbs.map(({ infinitive }) => infinitive)),
  };
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

/** What people say before they ask. An order stands behind these, or first in its clause. */
const OPENINGS = words(`
  hola buenas buenos dias tardes noches buen dia y o favor porfa porfavor porfis pls please entonces luego ahora tambien solo mejor ya si
  pues parce parcero mija mijo veci vecina vecino doctor doctora profe senor senora don dona amigo amiga oye oiga mira mire ve
  vea hey ola ala listo bueno gracias ayudame ayudeme cordial saludo
`);
/** An infinitive behind these is asked of the hearer, or is what the speaker wants. */
const BEFORE_INFINITIVE = words(`
  puede puedes podria podrias pueden podrian podemos puedo quiero queremos quisiera necesito necesitamos requiero gustaria debo favor seria
`);

/** Where a text asks for what these verbs do: the words, and their places. */
export function findDirectives(
  clauses: Clauses,
  verbs: Directives,
): { readonly clause: number; readonly at: number; readonly word: string }[] {
  return clauses.flatMap((clause, number) =>
    clause.flatMap((word, at) => {
      const before = clause[at - 1];
      const asks =
        verbs.bound.has(word) ||
        ((verbs.orders.has(word) || verbs.others.has(word)) &&
          (before === "me" || before === "nos" || before === "que")) ||
        (verbs.orders.has(word) && (before === undefined || OPENINGS.has(before))) ||
        (verbs.infinitives.has(word) &&
          (before === undefined || BEFORE_INFINITIVE.has(before) || (before === "a" && isHelped(clause, at))));
      return asks ? [{ clause: number, at, word }] : [];
    }),
  );
}

/** "Ayúdeme a planear", and not "voy a planear". */
function isHelped(clause: readonly string[], at: number): boolean {
  return clause.slice(0, at).some((word) => /^(?:ayud|colabor)/u.test(word));
}
