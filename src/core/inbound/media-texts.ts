import type { Locale } from "../locale/locale.ts";
import type { MediaTexts } from "../locale/locale-pack.ts";
import { packOf } from "../locale/pack-of.ts";

export type { MediaTexts } from "../locale/locale-pack.ts";

/** Texts about a customer's file: an agent's own before those of its locale. */
export function mediaTexts(own: Partial<MediaTexts> | undefined, locale: Locale): MediaTexts {
  return { ...packOf(locale).texts.media, ...own };
}
