import type { Confirmation } from "../../api/types.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";

/** Says what a confirmation would do, and to whom; the tool's name where no sentence knows it. */
export function useDeed(): (confirmation: Confirmation) => string {
  const text = useText("confirmations");
  const codes = useCodes();
  return ({ tool, contact }) => text.deed(tool, contact.name ?? text.somebody) || codes.tool(tool);
}
