/** What the house itself says; the rest is worded by the model. */
export const TEXTS = {
  clarify: "Disculpe, no le entendí bien. ¿Me lo cuenta con otras palabras, por favor?",
  person: "Con gusto. Ya le aviso a una persona de la recepción, que le responde por este mismo chat.",
  waiting: "Permítame un momento: lo consulto con la recepción y le cuento por aquí.",
  unavailable: "En este momento no puedo responderle yo. Una persona de la recepción le escribe por este mismo chat.",
  fallback: "Disculpe la demora. Una persona de la recepción le responde por este mismo chat.",
  sticker: "¡Qué buen sticker! ¿En qué le puedo ayudar?",
  richInput: "Por ahora no puedo ver fotos ni escuchar audios. ¿Me lo escribe, por favor?",
  unsupported: "No puedo ver ese tipo de mensaje. ¿Me lo cuenta por escrito?",
};

export const KNOWLEDGE = [
  "El desayuno es de 6:30 a 10:00 y está incluido.",
  "La entrada es desde las 15:00 y la salida hasta las 12:00.",
  "La piscina abre de 8:00 a 20:00.",
  "El taxi al aeropuerto cuesta $95.000 y lo paga el huésped.",
];
