import type { TaskTexts } from "../task-texts.ts";

/** Tasks that Recado leaves to people, by their code; `test/tools/words-of-codes.test.ts` looks for each. */
export const tasks: TaskTexts = {
  asks_for: ({ what }) => `el cliente pide ${what ?? ""}`,
  wants_person: () => "el cliente pide hablar con una persona",
  not_understood: () => "el bot no entiende lo que escribe el cliente",
  asked_often: () => "se le preguntó tres veces al cliente y no respondió",
  nothing_new: () => "el bot ya dijo todo lo que sabe",
  picture: () => "llegó una imagen o un documento que alguien debe ver",
  order_lacks_data: () => "al pedido le faltan datos",
  order_change: () => "el cliente quiere cambiar un pedido ya confirmado",
  price_changed: () => "el cliente quiere cambiar un pedido, y el precio ya no es el mismo",
  line_change: () => "el cliente quiere cambiar una de las cosas que pide, y hay que preguntarle cuál",
  too_many: () => "el cliente pide más de lo que se vende en un paquete",
  list_unread: () => "el cliente pide varias cosas y el bot no pudo leer la lista",
  person_needed: () => "hace falta una persona para responder",
  window_closed: () =>
    "Pasaron más de 24 horas y este cliente quedó sin respuesta: escríbale con una plantilla aprobada",
  unread_messages: ({ count }) => `El cliente escribió más de ${count ?? ""} mensajes seguidos y el bot no los leyó`,
  reminder_template: ({ template }) =>
    `Un recordatorio puede no llegarle a su cliente: la plantilla «${template ?? ""}» no se puede enviar`,
  not_said: ({ kind }) =>
    kind === "order"
      ? "No se le pudo avisar al cliente que su pedido salió: escríbale"
      : "No se le pudo decir algo a este cliente: escríbale",
  undone: (tools) => `Quedó sin hacer: ${tools}.`,
  dueAt: (when) => `Para el ${when}.`,
  fault_name: "La tienda no tiene esa plantilla en ese idioma.",
  fault_category: "WhatsApp la aprobó en otra categoría.",
  fault_components: "Le faltan o le sobran datos.",
  reason_no_template: "Pasaron más de 24 horas y no hay una plantilla aprobada para decirlo.",
  reason_window_closed: "Pasaron más de 24 horas y no tenía una plantilla.",
  reason_bot_off: "El bot estaba apagado en esa conversación.",
  reason_too_late: "A su hora no se pudo, y después ya no servía.",
  reason_shop_never_open: "La tienda no tiene ninguna hora en la que pueda escribir primero.",
};
