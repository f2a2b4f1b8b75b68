import { mayMatch } from "../text/pattern-gate.ts";

/**
 * A message in pieces: the text between commas, on lines, and after words that announce a value
 * ("mi nombre es …", "barrio …", "vivo en …"). People leave the commas out; the words serve as
 * well.
 */
export type PieceLabel =
  | "name"
  | "soy"
  | "surname"
  | "phone"
  | "address"
  | "neighbourhood"
  | "city"
  | "lives"
  | "department"
  | "email"
  | "id_number"
  | "directions"
  /** "no soy …", "ya no vivo en …": what follows is not so. */
  | "denied";

export interface Piece {
  /** The kind that the words before it announce; null when nothing announces one. */
  readonly label: PieceLabel | null;
  readonly text: string;
  /** The words of the label, as they stood. */
  readonly said: string;
  readonly isQuestion: boolean;
  /** It follows the address, as a neighbourhood does. */
  readonly isAfterAddress: boolean;
  /** It stands right before the address. */
  readonly isBeforeAddress?: boolean;
  /** The message has nothing else. */
  readonly isAlone: boolean;
  /** "vivo en suba rincón": it is certainly no name. */
  readonly isPlace?: boolean;
  /** The words of the piece before it. */
  readonly before: string;
}

/** Marks the place of the removed address. */
export const ADDRESS_MARK = "\ue000";

const SEPARATOR =
  /(?<=datos|informaci[oó]n|env[ií]o|entrega|pedido)\s{0,2}:|[,;\n|()/]|\.(?=\s|$)|\s[-–—•*]+\s|^\s*[-–—•*]+\s|(?<=[?!])|(?=[¿¡])/im;

const LABELS: readonly (readonly [PieceLabel, string])[] = [
  [
    "name",
    "(?:yo\\s+)?me\\s+(?:ll|y)amo|(?:ella\\s+|[eé]l\\s+)?se\\s+llama|(?:a\\s+|el\\s+|el\\s+pedido\\s+a\\s+)?nombre\\s+(?:de|es)\\s+(?:(?:ella|[eé]l)(?=\\s*[:,]|\\s+\\p{L})|mi\\s+\\p{L}+(?=\\s*:))|(?<!\\p{L}de\\s|\\sde\\s)(?:ella|[eé]l)(?=\\s*:)|me\\s+dicen|my\\s+name(?:\\s+is)?|(?:a\\s+)?qui[eé]n\\s+recibe|recibe|destinatari[oa]|de\\s+parte\\s+de|att?e?(?=\\s*[:.])|(?:mis|los|nuestros)\\s+datos\\s+(?:(?:para|de|del)\\s+(?:el\\s+|la\\s+)?\\p{L}+\\s+)?son\\s+(?:los\\s+siguientes|[eé]stos)(?=\\s*[:,;]|\\s+\\p{L})|mis\\s+datos\\s+son(?!\\s+(?:l[oa]s|es|as[ií]|correct|ciert|mism|m[ií]os|priva|personal|confiden|sagrad))|(?:a\\s+|mi\\s+|el\\s+|el\\s+pedido\\s+a\\s+)?nombres?(?:\\s+y\\s+apellidos?)?(?:\\s+completos?)?(?:\\s+(?:m[ií]o|propio)(?=\\s*[:,]|\\s+\\p{L}))?(?:\\s+del?)?",
  ],
  [
    "soy",
    "(?:yo\\s+)?soy(?!\\s+del?(?!\\p{L}))|(?:ella|[eé]l)\\s+es(?=\\s+\\p{L})|(?:le\\s+|les\\s+|te\\s+)?habla(?:\\s+con)?|(?:le|les|te)\\s+(?:escribe|saluda)|(?:lo\\s+)?(?:recoge|reclama|retira)",
  ],
  [
    "surname",
    "(?:mis?\\s+|los\\s+|el\\s+|de\\s+)?(?:primer\\s+|segundo\\s+)?apellidos?(?:\\s+(?:m[ií]os?|de\\s+(?:ella|[eé]l))(?!\\p{L}))?",
  ],
  [
    "phone",
    "(?:mi\\s+|el\\s+|al\\s+)?(?:n[uú]mero\\s+(?:de\\s+)?)?(?:cel(?:ular)?|tel[eé]fono|tel|tlf|m[oó]vil|whatsapp|wasap|wpp|contacto)|(?:mi|el)\\s+n[uú]mero",
  ],
  ["address", "(?:mi\\s+|la\\s+)?direcci[oó]n(?:\\s+(?:de\\s+)?(?:entrega|env[ií]o|residencia|mi\\s+casa))?|dir"],
  [
    "neighbourhood",
    "(?:(?:en|de)\\s+)?(?:(?:mi|el|un)\\s+|del\\s+)?(?:barrio|bario|vario|brr|sector|localidad)(?:\\s+se\\s+llama)?",
  ],
  [
    "city",
    "(?:(?:de|en)\\s+)?(?:mi\\s+|la\\s+|el\\s+)?(?:ciudad(?!\\s+(?:verde|jard[ií]n|salitre|montes|kennedy|berna|capri|c[oó]rdoba|latina|2000|alameda|country|bol[ií]var|modelo|victoria|del\\s+campo|de\\s+dios)(?!\\p{L}))|cdad|municipio|pueblo(?!\\s+(?:nuevo|viejo|bello|blanco|unido)(?!\\p{L})))",
  ],
  [
    "lives",
    "(?<!(?<!\\p{L})si\\s{1,2}(?:yo\\s)?)(?:vivo|vivimos|estoy|estamos|resido|radico|me\\s+encuentro)(?:\\s+(?:viviendo|ubicad[oa]s?|radicad[oa]s?|aqu[ií]|ac[aá]))?\\s+(?:en|por)|soy\\s+del?|somos\\s+del?|(?:ser[ií]a|es)\\s+p(?:ar)?a\\s+(?:enviar|mandar|despachar|llevar|entregar)(?:l[oa])?\\s+(?:a|en|hasta)|(?:ser[ií]a|es)\\s+(?:p(?:ar)?a|en)|(?:le\\s+|les\\s+)?escribo\\s+(?:de|desde)|desde|p(?:ar)?a\\s+(?:enviar|mandar|despachar|llevar|entregar)(?:l[oa])?\\s+(?:a|en|hasta)|(?:el\\s+|mi\\s+|es[eo]\\s+)?(?:env[ií]o|pedido|paquete|producto|encargo|frasco|tarro)\\s+(?:es|ser[ií]a|va)\\s+(?:p(?:ar)?a|a|en)|(?:eso|es[ea]|esto|todo)\\s+va\\s+(?:p(?:ar)?a|a)|me\\s+(?:pas[eé]|mud[eé]|traslad[eé]|cambi[eé]|vine)\\s+(?:a\\s+vivir\\s+)?(?:p(?:ar)?a|a|en)|me\\s+(?:l[oa]s?\\s+)?(?:puede[ns]?\\s+)?(?:env[ií]a[nr]?|manda[nr]?|despacha[nr]?)\\s+(?:a|p(?:ar)?a|hasta)|(?:aqu[ií]|ac[aá])\\s+(?:en|de)|sino\\s+(?:en|de|a|p(?:ar)?a)|(?:env[ií]en?|m[aá]nden?|(?:enviar|mandar)(?=\\s+a\\s*:)|despach(?:ar|e|en)|llev(?:ar|e|en)|tra(?:er|iga|igan))(?:me)?(?:l[oa]s?)?\\s+(?:a|p(?:ar)?a)|(?:lo\\s+necesito|lo\\s+quiero|lo\\s+recibo)\\s+(?:en|p(?:ar)?a)",
  ],
  ["department", "(?:(?:en|de)\\s+)?(?:el\\s+|del\\s+)?(?:departamento|depto|dpto|dept)"],
  ["email", "(?:mi\\s+|el\\s+)?(?:correo(?:\\s+electr[oó]nico)?|e-?mail|mail)"],
  ["id_number", "(?:mi\\s+|la\\s+|el\\s+)?(?:c[eé]dula(?:\\s+de\\s+ciudadan[ií]a)?|documento|identificaci[oó]n)"],
  [
    "directions",
    "indicaci[oó]n(?:es)?|punto\\s+de\\s+referencia|(?:referencias?|observaci[oó]n(?:es)?|notas?)(?=\\s*:)",
  ],
];

const LABEL = new RegExp(
  `(?<![\\p{L}\\d])(?:${LABELS.map(([, source]) => `(${source})`).join("|")})(?![\\p{L}\\d])\\.?\\s*(?:[:=]\\s*|-\\s+)?(?:(?:es|son|queda)(?![\\p{L}])\\s*)?(?:[:=]\\s*)?`,
  "giu",
);

const DENIED = /(?<!\p{L})(?:no|nunca|tampoco)(?:\s+(?:es|era|me|en|es\s+en))?\s*$/iu;
/** "no es Ana", "Cali no": the right value may stand behind the comma. */
const NO_SUCH = /^(?:no\s+(?:es|soy|era)\s+)\p{L}+$/iu;
const CORRECTS = /^(?:es|sino|ahora\s+es|seria|sería)\s+/iu;

/** "El apellido quedó mal escrito": it tells no value. */
const SAID_WRONG =
  /^(?:(?:me|les?|lo)\s+){0,2}(?:est[aá]|qued[oó]|va|sali[oó]|puso|pusieron|escrib\p{L}+)\s+(?:mal|errad|equivocad|incorrect)\p{L}{0,3}(?:\s+\p{L}{4,10})?[\s.]*$/iu;

/**
 * Labels of forms, whose value may be on the next line. The values of other labels have already
 * been removed.
 */
const STANDS_ALONE: readonly PieceLabel[] = ["name", "surname", "city", "neighbourhood", "department"];

export function splitPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let isAfterAddress = false;
  let open: PieceLabel | null = null;
  let before = "";
  let isUnfilled = false;
  for (const part of text.split(SEPARATOR)) {
    if (part.includes(ADDRESS_MARK)) {
      isAfterAddress = true;
      const last = pieces.at(-1);
      if (last?.label === null) pieces.splice(-1, 1, { ...last, isBeforeAddress: true });
      continue;
    }
    const isQuestion = /[?¿]/.test(part);
    for (const { kind, isDenied, said: label, text: words } of splitAtLabels(part)) {
      const isWrong = kind !== null && SAID_WRONG.test(words);
      const said = isWrong ? `${label}${words}` : label;
      const piece = /[\p{L}\d]/u.test(words) && !isWrong ? words : "";
      if (piece === "" && kind === null) continue;
      // "ese no es mi apellido, es Ruiz", "cambie el barrio, es Belén": the right value is behind
      // the comma.
      const announced: PieceLabel | null = isDenied
        ? "denied"
        : kind === null && open !== null && (CORRECTS.test(piece) || (isUnfilled && STANDS_ALONE.includes(open)))
          ? open
          : kind;
      const value = kind === null && announced !== null ? piece.replace(CORRECTS, "") : piece;
      pieces.push({
        label: announced,
        said,
        text: value,
        isQuestion,
        isAfterAddress: isAfterAddress && announced === null,
        isAlone: false,
        before,
      });
      isAfterAddress = false;
      before = `${said}${piece}`;
      open =
        kind !== null && (isDenied || piece === "" || /^(?:no|(?:est[aá]|qued[oó]|va)\s+mal)(?!\p{L})/iu.test(piece))
          ? kind
          : null;
      isUnfilled = kind !== null && piece === "" && !isDenied;
      if (kind === null && NO_SUCH.test(piece)) open = "soy";
    }
  }
  const [only, ...others] = pieces;
  const isAlone = only !== undefined && others.length === 0 && !text.includes(ADDRESS_MARK);
  return isAlone ? [{ ...only, isAlone }] : pieces;
}

interface Labelled {
  readonly kind: PieceLabel | null;
  readonly isDenied: boolean;
  readonly said: string;
  readonly text: string;
}

function splitAtLabels(part: string): Labelled[] {
  const found = mayMatch(LABEL, part) ? [...part.matchAll(LABEL)] : [];
  // "Anote pues: Luis Agudelo": what stands before the colon announces, in whatever words.
  const before = part
    .slice(0, found[0]?.index ?? part.length)
    .split(/:(?!\d)/)
    .map(withoutAnd)
    .filter((words) => words !== "");
  const labelled = found.flatMap((match, at): Labelled[] => {
    const group = match.slice(1).findIndex((one) => one !== undefined);
    const kind = LABELS[group]?.[0] ?? null;
    const value = part.slice(match.index + match[0].length, found[at + 1]?.index ?? part.length);
    const isDenied = DENIED.test(part.slice(0, match.index));
    // "Mándelos a mi casa: Gloria Botero": what stands behind the colon is told by itself.
    const colon = kind === "lives" ? value.search(/:(?!\d)/u) : -1;
    const own: Labelled = {
      kind,
      isDenied,
      said: match[0],
      text: withoutAnd(colon < 0 ? value : value.slice(0, colon)),
    };
    const behind = colon < 0 ? "" : withoutAnd(value.slice(colon + 1));
    return behind === "" ? [own] : [own, { kind: null, isDenied: false, said: "", text: behind }];
  });
  return [...before.map((words): Labelled => ({ kind: null, isDenied: false, said: "", text: words })), ...labelled];
}

/** "barrio Laureles en Medellín y" before "mi correo": a joining word belongs to neither side. */
function withoutAnd(text: string): string {
  return text.trim().replace(/(?<!\s)\s+[ye]$/iu, "");
}
