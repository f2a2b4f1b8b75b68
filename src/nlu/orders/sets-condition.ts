import type { Classifier } from "../../core/ports/model/classifier.ts";
import { foldText } from "../text/fold-text.ts";

/** What a condition may wait for: "si me los deja en 120", "solo si llega mañana". */
const CONDITION =
  /\b(?:solo (?:si|cuando)|siempre (?:y cuando|que)|con tal|a menos que|a condicion|si no (?:,|nada|no)|si (?:(?:me|nos|se|les?|l[oa]s?|el|la|mi|los|de verdad|todavia) ){0,3}(?:dej|mand|envi|lleg|rebaj|regal|hac|hag|descuent|encim|asegur|garantiz|alcanz|tra[ei]|prest|pag|autoriz|mejor|ofrec|baj|acept|pued|dan?\b|dier|fuer|tuvier|hubier|recib|reclam|recoj|recog))/;

/** "Eso no me da confianza, yo le digo después", "¿y si son unos estafadores?": a refusal for now, whatever question stands beside it. */
const FOR_LATER =
  /\bno (?:me|nos) convencen?\b|\b(?:son|es|sean?|seran?|fuer(?:an?|on)) (?:un[oa]s? |otr[oa]s? |puros? )?(?:estaf[a-z]{1,6}|ladron(?:es)?|rateros?|fraude)\b|\b(?:le|les|te) (?:digo|aviso|escribo|confirmo|cuento) (?:despues|luego|manana|mas tarde|otro dia)\b|\b(?:despues|luego|manana|mas tarde) (?:yo )?(?:le|les|te) (?:digo|aviso|escribo|confirmo|cuento)\b|\bno (?:me|nos) dan? (?:mucha |tanta )?confianza\b/;

/** "Si no hay tienda física yo no compro": a refusal, if it is so, whatever question it answers. */
const WOULD_NOT = /\bno (?:(?:me|nos|se) )?(?:l[oa]s? )?(?:compro|compramos|llevo|llevamos|pido|pedimos|cojo)\b/;

/** What every condition is said with. The trained head alone hears one in "mejor lo recojo en la oficina". */
const CONDITIONAL = /\b(?:si|sino|solo|siempre|cuando|hasta|tal|menos|condicion|depende|segun|primero|antes)\b/;

/**
 * Whether words that a customer said before set a condition. Whatever they tell later, silence orders nothing then; one word too
 * many here costs a yes that is asked for.
 */
export function setsCondition(said: string, { hear }: Pick<Classifier, "hear">): boolean {
  const folded = foldText(said);
  return (
    CONDITION.test(folded) ||
    FOR_LATER.test(folded) ||
    WOULD_NOT.test(folded) ||
    (CONDITIONAL.test(folded) && hear?.(said).includes("condition") === true)
  );
}
