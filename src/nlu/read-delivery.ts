import type { DeliveryMention } from "../core/ports/flow-reader.ts";
import { foldText } from "./fold-text.ts";

const COLLECTS =
  /\b(?:recojo|recogerl[oa]|voy a recoger|prefiero recoger|quiero recoger|lo reclamo|la reclamo|reclamarl[oa]|paso a recoger|paso por el|lo retiro|recoger en (?:la )?(?:oficina|inter\w*))\b|^(?:en (?:la )?|la )?oficina(?: de inter\w*)?$/;
const MENTIONS_OFFICE =
  /\b(?:inter ?r?apidisimo|ofi(?:cina)? (?:de )?inter|recoger|oficina (?:de la )?(?:transportadora|envios))\b/;
const AT_HOME =
  /\b(?:a|en) (?:la |mi )?(?:casa|domicilio|direcion)\b|\bdomicilio\b|\bque (?:me )?(?:lo )?(?:traigan|lleven|llegue)\b/;

/** Requirement A20: chosen, or only mentioned. A question never chooses. */
export function readDelivery(text: string): DeliveryMention | null {
  const folded = foldText(text);
  const isQuestion = folded.includes("?");
  if (COLLECTS.test(folded)) return isQuestion ? "asked" : "pickup";
  if (MENTIONS_OFFICE.test(folded)) return "asked";
  return AT_HOME.test(folded) && !isQuestion ? "home" : null;
}
