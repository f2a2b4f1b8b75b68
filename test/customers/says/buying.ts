/** What people who buy say, by what they do with it. No list is complete: a class is mended, not a line of it. */
import type { Draw } from "../draw.ts";

const GREETINGS =
  "hola|buenas|buenos días|buenas tardes|hola buenas noches|holaa|hola, cómo está|qué más, buenas|buen día|muy buenas|hola 👋|Hola|Buenas tardes señorita|hola vecina|saludos|qué hubo|hola cómo le va|buenas noches disculpe la hora|hola, bendiciones|ola buenas".split(
    "|",
  );
const HEARD_OF_IT =
  "vi el anuncio en facebook|vi la publicidad en Instagram|una amiga me contó de ustedes|vengo de la página|me apareció el video|mi hermana lo toma y le ha ido bien|vi lo de las pastillas para dormir|me recomendaron Somnio|estoy averiguando por las tabletas|me salió la propaganda en tiktok|es por lo de Somnio|escribo por el anuncio".split(
    "|",
  );
const TROUBLES =
  "es que no duermo nada|llevo meses durmiendo mal|me despierto a cada rato|el sueño se me va a las 3 am|doy vueltas toda la noche|mi esposo no pega el ojo|me cuesta coger el sueño|me desvelo mucho|trabajo por turnos y no concilio el sueño|amanezco muy cansada|ando con un insomnio terrible".split(
    "|",
  );
/** A question, and the outcomes of which one must come. */
export const QUESTIONS: readonly (readonly [string, readonly string[]])[] = [
  ["cuánto vale?", ["precio"]],
  ["que precio tiene", ["precio"]],
  ["y eso a cómo sale", ["precio"]],
  ["en cuánto está el frasco", ["precio"]],
  ["me regala el precio porfa", ["precio"]],
  ["valor?", ["precio"]],
  ["qué costo tiene el tratamiento", ["precio"]],
  ["cuanto cuestan dos", ["precio", "info_promociones"]],
  ["hay promoción por llevar varios?", ["info_promociones", "precio"]],
  ["cómo se toma?", ["como_se_toma"]],
  ["cuántas pastillas se toman al día", ["como_se_toma"]],
  ["a qué hora me lo tomo", ["como_se_toma"]],
  ["qué trae el frasco?", ["contenido_envase"]],
  ["cuántas tabletas vienen", ["contenido_envase"]],
  ["de qué está hecho", ["contenido_envase"]],
  ["para cuánto tiempo alcanza un frasco", ["contenido_envase", "como_se_toma", "knowledge.duracion-del-frasco"]],
  ["cuánto se demora en llegar?", ["envio", "knowledge.tiempos-de-entrega"]],
  ["el envío tiene costo?", ["envio"]],
  ["hacen envíos a todo el país?", ["envio"]],
  ["cuánto cobran por el envío", ["envio"]],
  ["puedo pagar cuando me llegue?", ["modopago2"]],
  ["es contraentrega?", ["modopago2"]],
  ["se paga al recibir o toca antes", ["modopago2", "modopago"]],
  ["reciben nequi?", ["metodos_de_pago", "modopago"]],
  ["cómo se paga", ["modopago", "metodos_de_pago"]],
  ["aceptan tarjeta de crédito?", ["metodos_de_pago", "modopago"]],
  ["tiene registro invima?", ["invima"]],
  ["eso sí está aprobado por el invima", ["invima"]],
  ["dónde están ubicados?", ["ubicacion"]],
  ["tienen tienda física", ["ubicacion"]],
  ["de qué ciudad son ustedes", ["ubicacion"]],
  ["sí sirve de verdad?", ["sisirve"]],
  ["eso funciona?", ["sisirve"]],
  ["tiene efectos secundarios?", ["contraindicaciones"]],
  ["qué contraindicaciones tiene", ["contraindicaciones"]],
];
const SMALL_TALK =
  "gracias|ah ok|ah bueno|listo gracias|qué bueno|perfecto|ok|muchas gracias por la información|👍|jaja bueno|súper|entiendo|ay qué bien|bueno señorita muchas gracias|excelente".split(
    "|",
  );
export const WISHES =
  "quiero comprar|quiero hacer un pedido|me interesa, cómo lo pido|listo, lo quiero|cómo hago para comprar|quiero pedirlo|deseo adquirir el producto|me gustaría comprarlo|hagamos el pedido|cómo hago el pedido|quiero encargar|tómeme el pedido por favor|vamos a hacer el pedido|yo lo quiero comprar|me anima, quiero pedir|quiero adquirirlo".split(
    "|",
  );
const ASKS =
  "quiero|deme|mándeme|me manda|envíeme|me envía|me llevo|voy a llevar|necesito|póngame|apárteme|regáleme|véndame|me vende|quisiera|me regala|resérveme|anóteme|despácheme|voy a querer|me quedo con|me anota|déjeme".split(
    "|",
  );
const COUNTED: Readonly<Record<Pack, readonly string[]>> = {
  "1x": ["uno", "un frasco", "1 frasco", "uno solo", "un solo frasco", "un tarro", "1"],
  "2x": [
    "dos",
    "2",
    "dos frascos",
    "2 frascos",
    "los dos",
    "2 tarros",
    "el de dos",
    "la promoción de 2",
    "el combo de dos",
  ],
  "3x": [
    "tres",
    "3",
    "tres frascos",
    "3 frascos",
    "los tres",
    "3 tarros",
    "el de tres",
    "la promo de 3",
    "el combo de tres",
  ],
};
const POINTED: Readonly<Record<Pack, readonly string[]>> = {
  "1x": ["1", "uno", "el de uno", "el de 79.900", "un frasco", "solo uno", "con uno para empezar", "uno nada más"],
  "2x": [
    "2",
    "dos",
    "el de 2",
    "el de 129.900",
    "la de dos frascos",
    "dos frascos porfa",
    "los 2",
    "el segundo, el de dos",
  ],
  "3x": [
    "3",
    "tres",
    "el de 3",
    "el de 169.900",
    "los tres",
    "tres frascos",
    "la de tres",
    "el más grande, el de tres",
  ],
};
const POLITE = ["", "", "", " por favor", " porfa", " pues", " gracias", " sí señora", " entonces", " mi reina"];
const YES =
  "sí|si|sí señora|sí confirmo|confirmo|confirmado|sí, todo bien|así es|correcto|está correcto|todo correcto|sí, mándelo|dale|dale pues|hágale|hágale pues|listo, confirmo|ok confirmo|de una|perfecto, envíelo|sí por favor|claro que sí|exacto, así|sí, así está bien|está bien, despáchelo|todo perfecto, gracias|sí está todo bien|los datos están bien, mándemelo|eso es, confirmado|siii|sii confirmo|si señor todo correcto|correctísimo|todo está en orden, proceda|listo pues, quedo pendiente|sí mija, hágale|afirmativo|bien, envíelo|vale, confirmo el pedido|sí confirmo mi pedido|por supuesto, despáchemelo|sí, esos son mis datos|todo ok|de acuerdo|sip|okey listo|👍 sí|sí acepto|listo, mándemelo pues|confirmo mi compra".split(
    "|",
  );

export type Pack = "1x" | "2x" | "3x";
export const PACKS: readonly { readonly pack: Pack; readonly total: number }[] = [
  { pack: "1x", total: 79_900 },
  { pack: "2x", total: 129_900 },
  { pack: "3x", total: 169_900 },
];

export const greeting = (draw: Draw): string => draw.one(GREETINGS);
export const smallTalk = (draw: Draw): string => draw.one(SMALL_TALK);
export const question = (draw: Draw): string => draw.one(QUESTIONS)[0];
export const trouble = (draw: Draw): string => draw.one(TROUBLES);
export const yes = (draw: Draw): string => draw.one(YES);
/** The pack in words that need no question of ours before them. */
export const wishFor = (draw: Draw, pack: Pack): string => {
  const lead = draw.one(["", "", "listo, ", "bueno, ", "ok, ", "entonces ", "dale, ", "ah bueno, ", "sí, "]);
  return `${lead}${draw.one(ASKS)} ${draw.one(COUNTED[pack])}${draw.one(POLITE)}`;
};
/** The pack in answer to our list of packs. */
export const choiceOf = (draw: Draw, pack: Pack): string => `${draw.one(POINTED[pack])}${draw.one(POLITE)}`;

export function opening(draw: Draw): string {
  return draw.one([
    () => greeting(draw),
    () => `${greeting(draw)}, ${draw.one(HEARD_OF_IT)}`,
    () => `${greeting(draw)} ${question(draw)}`,
    () => `${greeting(draw)}, ${trouble(draw)}`,
    () => `${draw.one(HEARD_OF_IT)}, ${question(draw)}`,
  ])();
}
