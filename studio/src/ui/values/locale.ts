import { useContext } from "preact/hooks";
import { SessionContext } from "../../api/session.tsx";
import { useLanguage } from "../../text/use-text.ts";

/** Numbers and dates: in the words of the shown language, as the country of the shop writes them. */
export function useLocale(): string {
  const language = useLanguage();
  const session = useContext(SessionContext);
  const country = session?.locale.split("-")[1] ?? "CO";
  return `${language}-${country}`;
}
