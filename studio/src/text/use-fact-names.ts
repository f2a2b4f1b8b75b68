import { knownText } from "./known-text.ts";
import { useText } from "./use-text.ts";

/** What a datum of a customer is called: `telefono` → `teléfono`. A name of the shop's own is shown as words. */
export function useFactNames(): (key: string) => string {
  const known = useText("factKeys");
  return (key) => knownText(known, key) ?? key.replaceAll("_", " ");
}
