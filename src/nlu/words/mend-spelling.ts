/**
 * Slips of the finger in the words of a sale: "quwrer", "confimo", "fraco". A word that no list knows and that is one
 * slip away from a word that customers of every shop use is that word. Data is read from what was typed, never from this.
 */

import { foldLetters } from "../../core/plain-text.ts";
import { MANY_WORDS, remembering } from "../../core/remembering.ts";
import { CHAT_SPELLING } from "../text/chat-spelling.ts";
import { soundOf } from "../text/sound-of.ts";
import { isCommonWord } from "./common-words.ts";
import { isFirstName } from "./first-names.ts";
import { isSurname } from "./surnames.ts";

/** What is meant, the most used first. Folded. */
const MEANT =
  `quiero quisiera querer necesito comprar compro pedir pedido interesa gustaria mandeme mandemelo manda mandar envieme
enviemelo envielo enviar envia envio envios despacheme despachelo apartame aparteme anoteme reserveme regaleme regala pongame dejeme
vendame vende llevo llevar frasco frascos tarro tarros producto pastillas tabletas promocion promociones promo combo oferta
precio precios cuanto cuesta cuestan valen valor costo cobran cuantas cuantos tiempo alcanza demora llega llegue llegar
recibir recibo reciben pagar puedo efectivo contraentrega transferencia tarjeta credito daviplata bancolombia registro invima
sirve funciona efectos secundarios contraindicaciones toman tomar ingredientes contiene tiene tienen donde estan ubicados
tienda fisica direcion nombre apellido celular telefono ciudad correo confirmo confirmado confirmar correcto perfecto listo
gracias favor porfa bueno buenas buenos tardes noches claro acuerdo exacto acepto dormir duermo insomnio entonces tambien
informacion pagina anuncio publicidad asesor persona hablar llamar cancelar`.split(/\s+/);
/** Good Spanish that is one slip away from one of them. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  `como compra compras compran compre compraron toma tomas tomo tome esta estas puede pueden pueda pueblo promos confirmada
confirme confirma cuando venden vendo vendes venda vendi noche duerme duerma duermes dormi paga pagan pagas pague paguen llego
llegan lleguen llegara quedo mandan mando mandas mande manden recibe reciba reciban recibi recibio recibis cuenta cuentas
cuento cuentan conto regalo regalan regalar regla pastilla tarde tardo pedi pedimos caro cara caros carta carro carros cargo viene
vienen combos buen buena llama llamas llaman llamo llame lleva llevan lleve llevas efecto lista listos listas envian envien
envie enviame envialo envienlo atienda pasar pesar vender cuanta necesita necesite cancela cancelan habla hablan hable hablas
personas personal ofertas estar visto confirm mandame mandamelo mandemela mandemelos calor primo asesora asesore acesor vence
productos dueno salen comio conviene verde suena suenos suene seno dormia demore demoran demoro quiera quiere quieres quieren
quieto exacta exactos exactas cobren cobra cobrar fisico recien anda andar tableta tabletita correctos correcta correctas cuarto
corto costa coste comparar comprara comprada comprado apellidos barrios barrio barro barros tiendas tienes tienta sirva sirven
llenar lleno llena lleven tomara intereso interesan interes funcione funciono funcionar funcionan acento done apagar perfectos
perfecta perfectas perdidos tocan tocar toque parecio parecia transferencias tarjetas correos corren corre tiempos pegar pega
precisa preciso aprecio alisto anotame anotala dejame dejeme pesado fuerte puerto puesto peso paso piso prima cierto curso
cuerpo norte monte hombre hombres nombres numero muestre parte marte harto gasto gustan gusta dista media vista venta ventas
renta tarso ganar pagado hacer lavar llorar lloro billar bella calle valle vales vale saben sabes tener tengo tenia temer comer cosa
casa cada nada moda tasa tapa copa favores sabor labor vapor temor mejor duele dulce alto salto dando donde ronda fonda tierra
barra jarra garra carrera zarro terror horror pastas pasta pasto gato tanto cinto quinto pinto santa tanta llaga bolsa`.split(
    /\s+/,
  ),
);
/** "Cosito" is small, and no slip. */
const DIMINUTIVE = /i[tc][oa]s?$/;
const SHORTEST = 4;
const LEAST_MEANT = 5;

const nearMeant = indexSlips(MEANT.filter((word) => word.length >= LEAST_MEANT));
const KNOWN: ReadonlySet<string> = new Set([...MEANT, ...OTHER_WORDS]);

/** For people who write by ear: "konprar", "yegar". */
const BY_SOUND: ReadonlyMap<string, string> = new Map(
  MEANT.filter((word) => word.length >= LEAST_MEANT)
    .toReversed()
    .map((word) => [soundOf(word), word]),
);

/** The message with its slips mended; what is no slip stays as it was typed. */
export function mendSpelling(text: string): string {
  return text.replace(/\p{L}{4,}/gu, (word) => meantBy(word) ?? word);
}

const meantBy = remembering((typed): string | null => {
  const word = foldLetters(typed).replace(/([a-km-qs-z])\1/g, "$1");
  if (word.length < SHORTEST || DIMINUTIVE.test(word) || KNOWN.has(word) || CHAT_SPELLING.has(word)) return null;
  const sounding = BY_SOUND.get(soundOf(word));
  const near = sounding !== undefined ? [sounding] : nearMeant(word);
  if (near.length === 0 || isCommonWord(word) || isFirstName(typed) || isSurname(typed)) return null;
  return MEANT.find((one) => near.includes(one)) ?? null;
}, MANY_WORDS);

/** Which of `words` a folded word is one slip away from: by every text that is left when one letter of it is left out. */
export function indexSlips(words: readonly string[]): (word: string) => readonly string[] {
  const byGap = gapsOf(words);
  return (word) => [
    ...new Set([word, ...gaps(word)].flatMap((gap) => byGap.get(gap) ?? []).filter((one) => isOneSlip(word, one))),
  ];
}

function gaps(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

function gapsOf(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const word of words) {
    for (const gap of [word, ...gaps(word)]) found.set(gap, [...(found.get(gap) ?? []), word]);
  }
  return found;
}

/** One letter more, less or other, or two that changed places. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [mine, theirs] = [one.slice(at), other.slice(at)];
  const isSwapped = mine[0] === theirs[1] && mine[1] === theirs[0] && mine.slice(2) === theirs.slice(2);
  return isSwapped || mine.slice(1) === theirs || theirs.slice(1) === mine || mine.slice(1) === theirs.slice(1);
}
