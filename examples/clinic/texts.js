// @ts-check
// What the clinic says, and what its customers say.
import { templatesFrom } from "recado/flow";

export const TEMPLATES = templatesFrom("clinic", {
  hola: ["¡Hola! Le escribe *Odontología Sonrisa* 🦷 ¿En qué le puedo ayudar?", "¡Hola de nuevo! ¿En qué le ayudo?"],
  precios: [
    "La *valoración* vale {{precio_valoracion}} y la *limpieza* {{precio_limpieza}}.",
    "Son {{precio_valoracion}} por la valoración y {{precio_limpieza}} por la limpieza.",
  ],
  horario: [
    "Atendemos de lunes a sábado, de 8 de la mañana a 5 de la tarde.",
    "Estamos de lunes a sábado, de 8 a. m. a 5 p. m.",
  ],
  mover: ["Claro que sí. ¿Para qué día y a qué hora se la paso?", "Con gusto, ¿qué día y qué hora le sirven?"],

  askData: [
    "Con mucho gusto le agendo. Me regala, por favor:\n\n{{campos_faltantes}}",
    "Me regala:\n\n{{campos_faltantes}}",
  ],
  missingData: ["Gracias. Me falta:\n\n{{campos_faltantes}}", "Solo me falta:\n\n{{campos_faltantes}}"],
  remindData: "Aquí sigo, para cuando quiera agendar su cita 😊",
  softRetry: "¿Todavía quiere su cita? Cuando guste, seguimos.",
  ocupado: [
    "Esa hora no está libre. Ese día tengo {{opciones}} ¿Cuál le sirve?",
    "Esa hora no está libre. ¿Qué otro día u otra hora le sirve?",
  ],
  sin_agenda: [
    "En este momento no puedo ver la agenda. ¿Me repite la hora en unos minutos, por favor?",
    "Sigo sin ver la agenda, qué pena con usted. ¿Lo intentamos en un ratico?",
  ],
  offer: [
    "¿La cita es para *valoración* ({{precio_valoracion}}) o para *limpieza* ({{precio_limpieza}})?",
    "Tenemos *valoración* por {{precio_valoracion}} y *limpieza* por {{precio_limpieza}}. ¿Cuál le agendo?",
  ],
  whichPack: ["¿Valoración o limpieza?", "¿La agendo como *valoración* o como *limpieza*?"],
  packNoted: [
    "Anotado: *{{pack}}*. Me regala, por favor:\n\n{{campos_faltantes}}",
    "Listo, *{{pack}}*. Me falta:\n\n{{campos_faltantes}}",
  ],
  summary: [
    "Su cita:\n\n• *{{pack}}*, {{precio}}\n• {{nombre}}\n• {{dia}}, {{hora}}\n\n¿La confirmo?",
    "Quedaría así:\n\n• *{{pack}}*, {{precio}}\n• {{nombre}}\n• {{dia}}, {{hora}}\n\n¿Está bien?",
  ],
  askConfirmation: ["¿Le confirmo la cita? Me responde *sí*, por favor.", "Si está bien, me responde *sí* y queda."],
  orderConfirmed: "¡Listo, {{nombre}}! Lo esperamos el {{dia}}, {{hora}} Un día antes se lo recuerdo.",
  orderUpdated: [
    "Listo, su cita queda para el {{dia}}, {{hora}}",
    "Hecho: ahora su cita es el {{dia}}, {{hora}}",
    "Listo, cambié su cita.",
  ],
  orderCancelled: "Listo, su cita queda cancelada. Cuando quiera otra, me escribe.",
  knownData: "¿Le agendo a nombre de {{datos_conocidos}}, como la vez pasada?",
  postponed: ["Claro, sin afán. Aquí estoy.", "Con gusto, me escribe cuando quiera."],
  goodbye: "Con mucho gusto. ¡Que esté muy bien!",
  clarify: [
    "Disculpe, no le entendí bien. ¿Me lo dice de otra forma?",
    "¿Me lo explica con otras palabras, por favor?",
  ],
  retakeLong: "¿Le agendo su cita? Solo necesito su nombre, el día y la hora.",
  retakeShort: "¿Le agendo su cita?",
  persona: "Claro que sí. Ya le escribe una persona de la clínica.",
  fallback: "Para ayudarle bien, ya le escribe una persona de la clínica.",
});

export const TEXTS = {
  cancel: "¿Confirma que cancelemos su cita? Después ya no se puede deshacer.",
  reminder: {
    text: "Le recordamos su cita en Odontología Sonrisa: {{dia}}, {{hora}} Si no puede venir, nos avisa por aquí.",
    // What Meta has approved, for the time after the 24-hour window.
    template: { name: "recordatorio_de_cita", language: "es_CO", parameters: ["{{dia}}", "{{hora}}"] },
  },
  agent: {
    fallback: "Disculpe la demora. Una persona de la clínica le responde por este mismo chat.",
    sticker: "😊 ¿En qué le puedo ayudar?",
    richInput: "Por ahora no puedo ver archivos; ¿me lo escribe, por favor?",
    unsupported: "No puedo ver ese tipo de mensaje. ¿Me lo cuenta por escrito?",
  },
};

export const SERVICES = { valoracion: ["valoracion", "una revision"], limpieza: ["limpieza"] };

export const PHRASES = {
  hola: ["hola", "buenas", "buenos dias", "buenas tardes", "buenas noches"],
  precios: ["cuanto vale", "cuanto cuesta", "que precio", "precios", "cuanto cobran"],
  horario: ["a que hora", "que horario", "horario", "hasta que hora", "atienden"],
  mover: ["cambiar la cita", "mover la cita", "correr la cita", "pasar la cita", "reprogramar", "aplazar la cita"],
  agendar: [
    "quiero una cita",
    "necesito una cita",
    "sacar una cita",
    "pedir una cita",
    "agendar",
    "otra cita",
    "apartar una cita",
  ],
  confirmar: ["confirmo", "si confirmo"],
  cancelar: [
    ...["cancelar", "cancele", "cancelela", "cancéleme", "cancelo la cita", "cancelen", "anule", "anular", "anúlela"],
    ...["no puedo ir", "no voy a poder ir", "mejor no voy", "ya no voy", "no alcanzo a ir"],
  ],
  luego: ["lo pienso", "mas tarde le digo", "despues le aviso"],
  no_gracias: ["no me interesa", "ya no quiero"],
  persona: ["una persona", "un asesor", "la doctora", "la secretaria"],
};
