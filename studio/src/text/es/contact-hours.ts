export const contactHours = {
  title: "Cuándo escribimos por iniciativa propia",
  own: "Solo en el horario de la tienda",
  ownHint:
    "Lo comercial respeta siempre la ley: de lunes a viernes de 7 a 19 y los sábados de 8 a 15; nunca domingos ni festivos.",
  from: (day: string) => `${day}, desde`,
  until: (day: string) => `${day}, hasta`,
  zone: "Zona horaria",
  perDay: "Mensajes por día",
  perDayHint: "Para un mismo cliente, sin que los haya pedido.",
  spacing: "Minutos entre uno y otro",
  save: "Guardar el horario",
  saved: "Guardado. Vale desde el próximo mensaje.",
};
