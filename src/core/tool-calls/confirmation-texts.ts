import type { Locale } from "../locale/locale.ts";
import type { ConfirmationTexts } from "../locale/locale-pack.ts";
import { packOf } from "../locale/pack-of.ts";

export type { ConfirmationTexts } from "../locale/locale-pack.ts";

/** Texts around a question of ours: an agent's own before those of its locale. */
export function confirmationTexts(own: Partial<ConfirmationTexts> | undefined, locale: Locale): ConfirmationTexts {
  return { ...packOf(locale).texts.confirmation, ...own };
}
