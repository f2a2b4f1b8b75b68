import { templatesFrom } from "recado/flow";

export const TEMPLATES = templatesFrom("arepas", {
  // Answers
  hola: ["¡Hola! Aquí *Arepas Doña Rosa* 🫓 ¿Qué se le antoja?", "¡Hola otra vez! ¿En qué le ayudo?"],
  precios: [
    "Tenemos:\n\n• sencilla: *{{precio_sencilla}}*\n• mixta: *{{precio_mixta}}*\n• combo familiar: *{{precio_combo}}*",
    "Sencilla {{precio_sencilla}}, mixta {{precio_mixta}} y combo familiar {{precio_combo}}.",
  ],
  horario: "Atendemos todos los días de 6 a. m. a 8 p. m.",

  // Taking the order
  askData: "¡Con mucho gusto! Para llevárselo me regala, por favor:\n\n{{campos_faltantes}}",
  missingData: "Solo me falta:\n\n{{campos_faltantes}}",
  remindData: "Aquí sigo, con la parrilla caliente 😊 Cuando pueda me comparte sus datos.",
  softRetry: "¿Le tomo el pedido? Me faltaría:\n\n{{campos_faltantes}}",
  offer:
    "¿Qué le llevamos?\n\n• *sencilla*: {{precio_sencilla}}\n• *mixta*: {{precio_mixta}}\n• *combo*: {{precio_combo}}",
  whichPack: "¿Cuál prefiere: *sencilla*, *mixta* o *combo*?",
  packNoted: "¡Anotado: {{pack}}, {{precio}}! Me falta:\n\n{{campos_faltantes}}",
  summary: [
    "Su pedido:\n\n• *{{pack}}* por *{{precio}}*\n• {{nombre}}, {{telefono}}\n• {{direccion_envio}}\n\n¿Me lo confirma?",
    "Queda así:\n\n• *{{pack}}* por *{{precio}}*\n• {{nombre}}, {{telefono}}\n• {{direccion_envio}}\n\n¿Está bien?",
  ],
  askConfirmation: "¿Se lo preparo? Con un *sí* empezamos.",
  orderConfirmed: "¡Listo, {{nombre}}! Su pedido sale para {{direccion_envio}}. ¡Buen provecho!",
  orderUpdated: "Listo, cambié su pedido.",
  knownData: "La última vez fue así: {{datos_conocidos}}. Si sigue igual, me responde *sí*.",

  // Everything else
  postponed: "Con gusto, cuando tenga hambre me escribe 😊",
  goodbye: "¡Que tenga un feliz día!",
  clarify: "Perdone, no le entendí. ¿Me lo dice con otras palabras?",
  retakeLong: "¿Le provoca una arepa recién asada? Se la llevamos a la puerta.",
  retakeShort: "¿Le provoca una arepa?",
  persona: "Claro que sí, ya le escribe una persona de Doña Rosa.",
  fallback: "Para ayudarle mejor, ya le escribe una persona de Doña Rosa.",
});
