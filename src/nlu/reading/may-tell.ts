import { foldText } from "../text/fold-text.ts";

/** A number, a name that is given, and what a datum is called. */
const TELLS =
  /\d|\b(?:a nombre|me llamo|se llama|soy|recibe|reciba|nombres?|apellidos?|celular|cel|telefono|numero|correo|cedula|direcion|calle|carrera|cra|cll|barrio|vereda|conjunto|edificio|torre|apartamento|apto|manzana|ciudad|municipio|pueblo|departamento|(?:agregu?|anad|aument|quit|sum|reduz|reduc|sub|baj)[ae]n?(?:me|le|l[oa])s?)\b/;

/** Whether words that no rule has read may tell who receives an order, where, or how many. */
export function mayTell(text: string): boolean {
  const folded = foldText(text);
  return !folded.includes("?") && TELLS.test(folded);
}
