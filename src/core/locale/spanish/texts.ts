import type { RuntimeTexts } from "../locale-pack.ts";

/** Colombian Spanish, usted. */
export const SPANISH_TEXTS: RuntimeTexts = {
  consent: {
    out: "Listo, no le volveremos a escribir por nuestra cuenta. Si necesita algo, escríbanos y con gusto le respondemos. Para recibir de nuevo nuestros mensajes, responda ALTA.",
    in: "¡Listo! Volverá a recibir nuestros mensajes. Si más adelante no los quiere, responda BAJA.",
  },
  cancelled: "Listo, cancelé lo que tenía pendiente. Si necesita algo más, me escribe por aquí.",
  reminder: "⏰ Recordatorio:",
  pricedAt: "por",
  cancelsOrder: "¿Confirma que cancelemos su pedido? Después ya no se puede deshacer.",
  orderSent: ({ carrier, guide }) =>
    `¡Su pedido ya va en camino! 🚚 Lo lleva ${carrier} con la guía ${guide}. Cualquier duda, con gusto le ayudamos por aquí.`,
  orderCancelled: "Su pedido quedó cancelado. Si lo quiere de nuevo, con mucho gusto se lo tomamos por aquí.",
  orderSentTemplate: "pedido_enviado",
  customer: "cliente",
  seesOptions: "Ver opciones",
  optionGone: "Esa opción ya no está disponible. ¿Cuál le sirve?",
  saidBack: "Le entendí *{{value}}*.",
  corrects: "Cambiar",
  remindsAt: "Claro que sí, se lo recuerdo el {{when}}.",
  remindsThen: "Claro. ¿A qué hora se lo recuerdo entonces?",
  remindsWhen:
    "Con gusto se lo recuerdo. Escríbame en un solo mensaje qué y a qué hora, por ejemplo: «recuérdeme llamarlos mañana a las 8 de la mañana».",
  remindsSoon:
    "Por este chat le puedo recordar algo una vez y dentro de las próximas 24 horas. Para esa fecha no lo puedo dejar anotado; si me escribe el día antes, con gusto se lo recuerdo.",
  remindsNoMore:
    "Ya tiene muchos recordatorios para ese día y no le puedo poner otro. Si me escribe otro día u otra hora más adelante, con gusto.",
  remindsAfterAlta:
    "Como usted pidió no recibir más mensajes, no le puedo dejar recordatorios. Si quiere recibirlos otra vez, escríbame ALTA y me lo pide de nuevo.",
  priceMoved: "Desde que le mostré el resumen cambió el precio. Así queda ahora:",
  asksAgain: "Claro. ¿Cómo es entonces?",
  unread: "Recibí muchos mensajes suyos seguidos. Una persona de nuestro equipo los va a leer y le responde por aquí.",
  tasks: {
    asks_for: (what) => `el cliente pide: ${what}`,
    wants_person: "el cliente pide hablar con una persona",
    not_understood: "el bot no entiende lo que escribe el cliente",
    asked_often: "se le preguntó tres veces y no respondió",
    nothing_new: "el bot ya dijo todo lo que sabe",
    picture: "llegó una imagen o un documento que alguien debe ver",
    order_lacks_data: "al pedido le faltan datos",
    order_change: "el cliente quiere cambiar un pedido ya confirmado",
    price_changed: "el cliente quiere cambiar un pedido, y el precio ya no es el mismo",
    line_change: "quiere cambiar una de las cosas que pide, y hay que preguntarle cuál",
    too_many: "pide más de lo que se vende en un paquete",
    list_unread: "pide varias cosas y el bot no pudo leer la lista",
    person_needed: "hace falta una persona para responder",
    window_closed: "Pasaron más de 24 horas y este cliente quedó sin respuesta: escríbale con una plantilla aprobada",
    unread_messages: (count) => `Muchos mensajes seguidos: el cliente escribió más de ${count} mensajes seguidos`,
    reminder_template: (template) =>
      `Un recordatorio puede no llegarle a su cliente: la plantilla «${template}» no se puede enviar`,
    not_said: "No se le pudo decir: escríbale a este cliente",
  },
  media: {
    listening: "Ya estoy escuchando su nota de voz, deme un momentico por favor 🎧",
    looking: "Ya estoy revisando lo que me envió, deme un momentico por favor 👀",
    inaudible: "Disculpe, no alcancé a entender su nota de voz. ¿Me lo puede escribir, por favor? 🙏",
    unseen: "Disculpe, no pude ver bien lo que me envió. ¿Me lo puede contar por escrito, por favor? 🙏",
    picture: "¡Gracias por compartirlo! 😊 Cuénteme por favor, ¿en qué le puedo ayudar?",
    identityDocument:
      "Gracias por su confianza. Por su seguridad no guardo fotos de documentos de identidad; ¿me escribe por favor los datos que necesite darme?",
  },
  confirmation: {
    denied: "Listo, no lo hago. Si necesita algo más, con gusto le ayudo.",
    declined:
      "Disculpe, por ahora no podemos hacer lo que me pidió. Si quiere, cuénteme un poco más y lo revisamos con gusto.",
    unanswered:
      "Disculpe la espera: no alcanzamos a confirmar lo que me pidió, así que no se hizo. Si todavía lo necesita, escríbame y lo retomamos.",
    expired: "Como no recibí su respuesta, dejé todo como estaba. Si todavía lo necesita, escríbame y lo retomamos.",
    changed:
      "Disculpe, algo cambió desde que le pregunté, así que no lo hice. Si todavía lo necesita, escríbame y lo revisamos.",
    closed: "Esa pregunta ya está cerrada, así que no cambié nada. Si necesita algo más, con gusto le ayudo.",
    unclear: "Para estar seguros, ¿me confirma tocando Sí o No?",
    failed:
      "Disculpe, en este momento no pude hacer lo que me pidió, así que todo sigue como estaba. ¿Lo intento otra vez?",
  },
};
