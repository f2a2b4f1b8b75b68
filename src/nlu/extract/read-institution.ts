import { placeAtStart } from "../places/find-place.ts";

/** Houses that a town knows by their name, without a street. */
const INSTITUTION =
  "(?:fuerte|cant[oó]n)\\s+militar|batall[oó]n|base\\s+(?:militar|a[eé]rea|naval)|convento|monasterio|seminario|casa\\s+cural|parroquia|internado|colegio|escuela|instituci[oó]n\\s+educativa|instituto|universidad|sena|hospital|cl[ií]nica|(?:puesto|centro)\\s+de\\s+salud|estaci[oó]n\\s+de\\s+(?:polic[ií]a|bomberos|servicio)|comando\\s+de\\s+polic[ií]a|alcald[ií]a|notar[ií]a|juzgado|c[aá]rcel|penitenciar[ií]a|hotel|hostal|posada|hogar\\s+(?:geri[aá]trico|infantil)|ancianato|supermercado|peluquer[ií]a|panader[ií]a|droguer[ií]a|ferreter[ií]a|restaurante|ingenio|trapiche|planta|f[aá]brica|campamento";

const HOUSE = `((?:${INSTITUTION})\\s[^,;.?!\\n]{3,50})((?:,\\s?[^,;.?!\\n]{2,40}){1,4})`;
/** "Entrega en Fuerte Militar Tolemaida, guardia principal, Nilo": words of delivery, the house, and what stands behind it. */
const DELIVERED_AT = new RegExp(
  `(?<!\\p{L})(?:entr[eé]g|env[ií]|m[aá]nd|d[eé]j|ll[eé]v|tra[ei]|recib|despach)\\p{L}{0,8}\\s(?:(?:el|mi|un)\\s(?:pedido|paquete)\\s)?(?:en|a|al)\\s(?:la\\s|el\\s)?${HOUSE}`,
  "iu",
);
/** The same where we asked for it: it opens a clause. */
const STANDS_FIRST = new RegExp(`(?:^|[,;.\\n])\\s{0,2}${HOUSE}`, "iu");
/** What is told by a label of its own. */
const LABELLED = /\d{5}|(?<!\p{L})(?:barrio|cel\p{L}*|tel\p{L}*|nombre|correo|para|que|con|pero|si|no)(?!\p{L})/iu;

/**
 * An institution without a street, told as the place of the delivery, up to the town behind it. null when no town follows:
 * "me lo dejan en el colegio" is no address.
 */
export function institutionAddress(
  text: string,
  isAsked: boolean,
): { readonly value: string; readonly raw: string } | null {
  const found = text.includes("?") ? null : (DELIVERED_AT.exec(text) ?? (isAsked ? STANDS_FIRST.exec(text) : null));
  if (found === null) return null;
  const house = found[1] ?? "";
  const behind = (found[2] ?? "").split(",").slice(1);
  const town = behind.findIndex((clause) => isTown(clause));
  const between = behind.slice(0, town);
  if (town < 0 || between.some((clause) => LABELLED.test(clause)) || LABELLED.test(house)) return null;
  const from = text.indexOf(house, found.index);
  const end = from + house.length + between.reduce((sum, clause) => sum + clause.length + 1, 0);
  return { value: text.slice(from, end).trim(), raw: text.slice(found.index, end) };
}

function isTown(clause: string): boolean {
  const words = clause.trim().split(/\s+/u);
  return placeAtStart(words)?.length === words.length;
}
