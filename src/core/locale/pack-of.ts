import { EN_US } from "./en-us.ts";
import { ES_CO } from "./es-co.ts";
import { ES_MX } from "./es-mx.ts";
import type { Locale } from "./locale.ts";
import type { LocalePack } from "./locale-pack.ts";
import { PT_BR } from "./pt-br.ts";

const PACKS: Readonly<Record<Locale, LocalePack>> = {
  "es-CO": ES_CO,
  "es-MX": ES_MX,
  "pt-BR": PT_BR,
  "en-US": EN_US,
};

export function packOf(locale: Locale): LocalePack {
  return PACKS[locale];
}
