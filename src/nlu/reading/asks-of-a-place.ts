import type { Extracted, FieldKind } from "../extract/field-kinds.ts";
import { foldText } from "../text/fold-text.ts";

const PLACES: readonly FieldKind[] = ["address", "neighbourhood", "city", "department", "directions"];

/** What customers ask a shop to do somewhere. */
const SERVES =
  /\b(?:llega|llegan|llegaria|llegarian|envian|mandan|despachan|entregan|van|suben|atienden|trabajan|reciben|tienen(?! que)|cubren|cobran|demora|tarda)\b/;
/** A place where customers say that they are is theirs; "si vivo en una finca" only supposes it. */
const TELLS =
  /(?<!\bsi )\b(?:vivo|vivimos|soy|somos|estoy|estamos|resido|me encuentro|mi (?:direcion|ciudad|barrio|casa|conjunto|apartamento))\b|\b(?:direcion|ciudad|barrio|departamento) ?(?:es|,)|^(?:no ,? ?)+(?:es|queda|va) /;

/**
 * Whether a message asks about a place and tells none ("¿tienen sede en Medellín?", "llegan a la
 * vereda"): `sure` with a question mark, `perhaps` when its whole words must be looked at. An
 * address with a number is told, even in a question.
 */
export function asksOfPlace(text: string, fields: Extracted): "sure" | "perhaps" | "no" {
  const kinds = Object.keys(fields) as FieldKind[];
  const isPlace = kinds.length > 0 && kinds.every((kind) => PLACES.includes(kind));
  const hasNumber = Object.values(fields).some((value) => /\d/.test(value ?? ""));
  const folded = foldText(text);
  if (!isPlace || hasNumber || TELLS.test(folded)) return "no";
  if (
    folded.includes("?") &&
    (SERVES.test(folded) || /\b(?:hay|queda|quedan|estan|son|oficina|sede|tienda)\b/.test(folded))
  )
    return "sure";
  return SERVES.test(folded) ? "perhaps" : "no";
}

const NEVER_ASKED_WITH: readonly FieldKind[] = ["phone", "address", "email", "id_number"];

/** Names and places alone, and no number: a question may hold them ("facturan a nombre de una empresa", "es hecho en Colombia"). */
export function mayBeOfAQuestion(text: string, fields: Extracted): boolean {
  const kinds = Object.keys(fields) as FieldKind[];
  const hasNumber = Object.values(fields).some((value) => /\d/.test(value ?? ""));
  return (
    kinds.length > 0 &&
    !hasNumber &&
    !TELLS.test(foldText(text)) &&
    !kinds.some((kind) => NEVER_ASKED_WITH.includes(kind))
  );
}
