/** Texts about a customer's file. Colombian Spanish, usted. */
export interface MediaTexts {
  /** Listening to a voice note takes too long for silence. */
  readonly listening: string;
  /** The same of a picture or a document. */
  readonly looking: string;
  /** The voice note could not be understood. */
  readonly inaudible: string;
  /** The picture or document could not be read. */
  readonly unseen: string;
  /** A picture without a word beside it: what about it? */
  readonly picture: string;
  /** A picture of an identity document: it is not kept, so its data must be written. */
  readonly identityDocument: string;
}

const STANDARD: MediaTexts = {
  listening: "Ya estoy escuchando su nota de voz, deme un momentico por favor 🎧",
  looking: "Ya estoy revisando lo que me envió, deme un momentico por favor 👀",
  inaudible: "Disculpe, no alcancé a entender su nota de voz. ¿Me lo puede escribir, por favor? 🙏",
  unseen: "Disculpe, no pude ver bien lo que me envió. ¿Me lo puede contar por escrito, por favor? 🙏",
  picture: "¡Gracias por compartirlo! 😊 Cuénteme por favor, ¿en qué le puedo ayudar?",
  identityDocument:
    "Gracias por su confianza. Por su seguridad no guardo fotos de documentos de identidad; ¿me escribe por favor los datos que necesite darme?",
};

export function mediaTexts(own: Partial<MediaTexts> | undefined): MediaTexts {
  return { ...STANDARD, ...own };
}
