import type { Classifier } from "../core/ports/model/classifier.ts";
import { foldText } from "./fold-text.ts";

/** What a condition may wait for: "si me los deja en 120", "solo si llega mañana". */
const CONDITION =
  /\b(?:solo (?:si|cuando)|siempre (?:y cuando|que)|con tal|a menos que|a condicion|si no (?:,|nada|no)|si (?:(?:me|nos|se|les?|l[oa]s?|el|la|mi|los|de verdad|todavia) ){0,3}(?:dej|mand|envi|lleg|rebaj|regal|hac|hag|descuent|encim|asegur|garantiz|alcanz|tra[ei]|prest|pag|autoriz|mejor|ofrec|baj|acept|pued|dan?\b|dier|fuer|tuvier|hubier))/;

/**
 * Whether words that a customer said before set a condition. Whatever they tell later, silence orders nothing then; one word too
 * many here costs a yes that is asked for.
 */
export function setsCondition(said: string, { hear }: Pick<Classifier, "hear">): boolean {
  return hear?.(said).includes("condition") === true || CONDITION.test(foldText(said));
}
