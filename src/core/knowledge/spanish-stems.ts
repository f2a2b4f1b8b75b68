import { plainText } from "../plain-text.ts";

/** Words that say nothing of what a question is about. "No", "si" and "sin" are among them. */
const SAYING_NOTHING = new Set(
  `a al algo manejan maneja manejar regala regalan dias tardes noches tarde noche llamas llamo alguien ah ahi alla aca aqui ala asi aun aunque ay bien bueno buena buenas buenos cada como con cosa
  cual cuales cuando cuanto cuanta cuantos cuantas de del desde dia donde dos e el ella ellos en entonces era eran es esa ese
  eso esos esta estan estar estaria este esto estos estoy etc fue gracias ha habra hacer hace hacen hago han hasta hay he
  hola ir la las le les lo los mas me mi mis mire mucho muy nada ni no nos o oiga ok otra otro para pa pero poder podria
  por porfa porfavor favor porque pregunta pues puede pueden puedo que qe q quien quiero quisiera saber sabe se sea segun
  ser seria si sin sobre solo son soy su sus tambien tan te tengo tiene tienen tener toca todo tu tus un una uno unos
  usted ustedes va vamos van voy vez viene y ya yo sumerce señora señor oye disculpe pregunto cierto verdad
    deja dejan dejar dejo recibe reciben recibir recibo reciba sale salen salir vecino vecina veci
    amiga amigo mijo senores lleva llevan llevar llevo pasa pasan pasar traen trae traer dan dar dame deme den mostrar
    queda quedan quedar quedo gusta ve ver veo mira mirar manda mandan mandar mande atencion momentico
    momento informacion saludo cordial saludando dice diga digame quienes persona casa producto`
    .split(/\s+/u)
    .map(plainText),
);

const CLITICS = /(?<=[aei]r|ndo)(?:se|me|te|le|les|lo|la|los|las|nos)+$/u;
const ENDINGS =
  /(?:aciones|acion|ciones|cion|amientos?|imientos?|mente|iendo|ando|arian|aria|erian|eria|irian|iria|aron|ieron|aban|aba|adores|ador|ados|adas|ado|ada|idos|idas|ido|ida|amos|emos|imos|itos|itas|ito|ita|icas|icos|ar|er|ir|an|en|es|as|os|a|e|o|s)$/u;
/** What is left of a word is never shorter. */
const LEAST = 3;

/** The words of a text that say what it is about, each without its ending; `silent` words say nothing either. */
export function stemsOf(text: string, silent: ReadonlySet<string>): string[] {
  return plainText(text)
    .split(" ")
    .filter((word) => word.length > 1 && !SAYING_NOTHING.has(word) && !silent.has(word))
    .map(stemOf);
}

function stemOf(word: string): string {
  const bare = word.replace(CLITICS, "");
  const stem = bare.replace(ENDINGS, "");
  return stem.length >= LEAST ? stem : bare.length >= LEAST ? bare : word;
}
