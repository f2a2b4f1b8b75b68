/**
 * The words in which a customer means the number that they write from: "el mismo de este WhatsApp", "a este número me pueden
 * llamar", "el cel el mismo d aki". The channel knows that number, and the words tell no digit of it.
 */
import { findIn } from "../text/pattern-gate.ts";

const NUMBER =
  "(?:n[uú]mero|num|cel(?:ular|u)?|tel(?:[eé]fono)?|l[ií]nea|whats(?:app)?|wha?ts?app|wasap|guasap|wpp|wp|ws|chat)(?!\\p{L})";
const WRITES =
  "(?:donde|el\\sque|que|q)\\s(?:(?:le|les|te|yo|l[oa])\\s){0,2}(?:estoy\\s|estamos\\s)?(?:escrib|habl|chate|contact)\\p{L}{1,6}";
const HERE = `(?:(?:de|d|del|por|desde|en)\\s){1,2}(?:aqu[ií]|aki|aqi|ac[aá]|aka|(?:este|ese|el|mi)\\s(?:mismo\\s)?${NUMBER}|${NUMBER}|${WRITES})`;
const CALLS =
  "(?:\\s(?:de\\suna\\s|s[ií]\\s)?(?:me|nos)\\s(?:puede[ns]?\\s|podr[ií]an?\\s)?(?:llam|marc|marqu|timbr|escrib|contact|ubic|encuentr)\\p{L}{1,6})?";

/** "Me llaman a …", "que me marquen al …". */
const CALLED =
  "(?:(?:que\\s)?(?:me|nos|lo|la)\\s(?:puede[ns]?\\s)?(?:llam|marc|marqu|timbr|contact|ubic)\\p{L}{1,5}\\s)?";

const MEANT: readonly RegExp[] = [
  // "El mismo de este WhatsApp", "mi mismo número de aquí".
  `(?:(?:el|al|mi|del?)\\s)?mism[oa](?:\\s${NUMBER})?\\s${HERE}`,
  // "Este mismo número", "ese mismo de aquí", "a este mismo me pueden llamar".
  `(?:(?:a|es|en|con|al)\\s)?(?:este|ese)\\smismo\\s(?:${NUMBER}(?:\\s${HERE})?|${HERE})`,
  // "Es este número", "a este WhatsApp".
  `(?:a|es|en|con)\\seste\\s${NUMBER}(?:\\s${HERE})?`,
  // "El número por donde le escribo", "al WhatsApp del que le hablo", "el que le aparece ahí".
  `(?:(?:el|al|mi|este)\\s)(?:${NUMBER}\\s)?(?:de|d|por|desde|con)\\s(?:el\\s)?${WRITES}`,
  `(?:el|al)\\s(?:${NUMBER}\\s)?(?:del?|en)\\s(?:este\\s|mi\\s)?(?:chat|whats(?:app)?|wasap|wpp)(?!\\p{L})`,
  `(?:el|al)\\s(?:${NUMBER}\\s)?que\\s(?:(?:le|les|te|ah[ií]|ya)\\s){0,3}(?:aparece|sale|ve|ven|tiene[ns]?)(?:\\s(?:ah[ií]|aqu[ií]|en\\s(?:la\\s)?(?:pantalla|el\\swhatsapp|el\\schat))){1,2}`,
  // "Mi cel es este", "este es mi número", "este mismo me sirve".
  `(?:el|mi)\\s${NUMBER}\\s?(?:es|:)?\\s?(?:este|el\\smismo)(?:\\smismo)?(?!\\s\\p{L})`,
  `(?:es\\s)?este\\s(?:mismo\\s)?(?:es\\s(?:mi|el)\\s)?${NUMBER}`,
].map((words) => new RegExp(`(?<!\\p{L})${CALLED}${words}${CALLS}(?!\\s{0,2}(?:no|que|q)(?!\\p{L}))`, "iu"));

/** "Este mismo", "el mismo": whichever was spoken of. */
const BARE = new RegExp(
  `(?<!\\p{L})(?:(?:a|es|en|con|el|desde)\\s)?(?:(?:este|ese)\\smismo|el\\smismo)(?:\\s(?:me|nos|le)\\s(?:sirve|hablo|escribo))?${CALLS}(?=\\s{0,2}(?:[,.;!)]|$|(?:parce|bro|mi|se[nñ]or|amig|veci|mij|pues|gracias|porfa|por\\sfavor|patr[oó]n|y)(?:\\p{L}{0,3})(?!\\p{L})))`,
  "iu",
);
const OF_A_NUMBER = new RegExp(`(?<!\\p{L})(?:${NUMBER}|(?:llam|marqu|timbr)\\p{L}{1,5})`, "iu");
/** "No es el de este WhatsApp", "al de aquí no": another one. */
const DENIED = /(?<!\p{L})no(?:\s(?:es|al?|me\s\p{L}{3,10}|en|uso|est[aá])(?:\s\p{L}{2,3}){0,2})?\s$/iu;
const DENIED_BEHIND = /^[^,.;\n]{0,25}(?<!\p{L})no\s{0,2}(?:[,.;\n]|$)/iu;
const ASKS = /[?¿]/u;

/** The words that mean it; null when none do. `isOnlyAsked`: the phone is what the order waits for. */
export function ownNumberIn(text: string, isOnlyAsked: boolean): string | null {
  if (ASKS.test(text)) return null;
  const isAboutNumber = isOnlyAsked || OF_A_NUMBER.test(text);
  for (const pattern of isAboutNumber ? [...MEANT, BARE] : MEANT) {
    const found = findIn(pattern, text);
    if (found === null || DENIED.test(text.slice(0, found.index))) continue;
    if (!DENIED_BEHIND.test(text.slice(found.index + found[0].length))) return found[0];
  }
  return null;
}
