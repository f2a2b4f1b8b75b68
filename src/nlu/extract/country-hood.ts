import { titleCase } from "../../core/plain-text.ts";
import { FARM, ON_THE_ROAD, SETTLEMENT } from "../places/countryside.ts";
import { type Extracted, NOT_AVAILABLE } from "./field-kinds.ts";

const NAMED = new RegExp(
  `^(?:${SETTLEMENT})(?:\\s(?!(?:${FARM}|${ON_THE_ROAD}|casa|lote|sector|v[ií]a)\\s)\\p{L}{1,20}){1,4}`,
  "iu",
);
const HAS_NO_HOOD = new RegExp(`^(?:${FARM}|${ON_THE_ROAD})\\s`, "iu");

const ENDS_IN_ARTICLE = /(?:\s(?:el|la|los|las|del?|en)){1,3}$/iu;

/**
 * In the countryside there is no barrio to ask for: the vereda or the corregimiento is it, and a farm
 * or a kilometre has none.
 */
export function countryHood({ address, neighbourhood }: Extracted, known: Extracted): string | null {
  if (address === undefined || neighbourhood !== undefined || known.neighbourhood !== undefined) return null;
  const named = NAMED.exec(address);
  if (named !== null) return titleCase(named[0].trim().replace(ENDS_IN_ARTICLE, ""));
  return HAS_NO_HOOD.test(address) ? NOT_AVAILABLE : null;
}
