import { titleCase } from "../../core/plain-text.ts";
import { type Extracted, NOT_AVAILABLE } from "./field-kinds.ts";

const NAMED =
  /^(?:vereda|corregimiento)(?:\s(?!(?:finca|hacienda|casa|lote|km|kil[oó]metro|sector|v[ií]a)\s)\p{L}{1,20}){1,4}/iu;

/**
 * In the countryside there is no barrio to ask for: the vereda or the corregimiento is it, and a farm
 * or a kilometre has none.
 */
export function countryHood({ address, neighbourhood }: Extracted, known: Extracted): string | null {
  if (address === undefined || neighbourhood !== undefined || known.neighbourhood !== undefined) return null;
  const named = NAMED.exec(address);
  if (named !== null) return titleCase(named[0].trim());
  return /^(?:finca|hacienda|parcelaci[oó]n|km|kil[oó]metro)\s/iu.test(address) ? NOT_AVAILABLE : null;
}
