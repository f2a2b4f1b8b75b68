import { foldText } from "../text/fold-text.ts";

/** A number, a name that is given, and what a datum is called. */
const TELLS =
  /\d|\b(?:a nombre|me llamo|se llama|soy|recibe|reciba|nombres?|apellidos?|celular|cel|telefono|numero|correo|cedula|direcion|calle|carrera|cra|cll|barrio|vereda|conjunto|edificio|torre|apartamento|apto|manzana|ciudad|municipio|pueblo|departamento|(?:agregu?|anad|aument|quit|sum|reduz|reduc|sub|baj)[ae]n?(?:me|le|l[oa])s?)\b/;

/** "Espere le pregunto si esa dirección está buena": they will ask or look, and tell nothing yet. */
const WILL_ASK =
  /^(?:(?:ay|ah|ok|bueno|listo|pues|espere|espereme|aguarde|un momento|ya) (?:, )?)*(?:(?:(?:voy|vamos) a|dejeme|deje|dejame|permitame|le|les|me toca|tengo que) )+(?:pregunt|consult|averigu|revis|mir|verific|confirm)\w{1,6}(?: (?!(?:es|son|a nombre|recibe|llam\w+)\b)[a-z]+)*$/;

/** "En esa dirección", "a esa misma dirección": what the summary says. */
const AS_SUMMED_UP =
  /^(?:(?:si|ok|bueno|listo|pues) )*(?:a|en|para) (?:es[ae]|est[ae]|la|mi)(?: misma)? (?:direcion|casa|ciudad)(?: (?:porfa|por favor|pues|gracias))*$/;

/** Whether words that no rule has read may tell who receives an order, where, or how many. */
export function mayTell(text: string): boolean {
  const folded = foldText(text);
  return !folded.includes("?") && TELLS.test(folded) && !WILL_ASK.test(folded) && !AS_SUMMED_UP.test(folded);
}
