import type { RuntimeTexts } from "../locale-pack.ts";
import { SPANISH_TEXTS } from "./texts.ts";

/** Mexican Spanish, usted: the texts that differ from Colombia's. */
export const MEXICAN_TEXTS: RuntimeTexts = {
  ...SPANISH_TEXTS,
  consent: {
    out: "Listo, ya no le escribiremos por nuestra cuenta. Si necesita algo, escríbanos y con gusto le respondemos. Para volver a recibir nuestros mensajes, responda ALTA.",
    in: "¡Listo! Volverá a recibir nuestros mensajes. Si más adelante ya no los quiere, responda BAJA.",
  },
  media: {
    ...SPANISH_TEXTS.media,
    listening: "Ya estoy escuchando su nota de voz, deme un momento por favor 🎧",
    looking: "Ya estoy revisando lo que me envió, deme un momento por favor 👀",
    inaudible: "Disculpe, no alcancé a entender su nota de voz. ¿Me lo puede escribir, por favor? 🙏",
  },
};
