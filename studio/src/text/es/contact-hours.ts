export const contactHours = {
  title: "Mensajes por iniciativa de la tienda",
  own: "Solo en el horario de la tienda",
  ownHint:
    "Lo comercial respeta siempre la ley: de lunes a viernes de 7 a 19 y los sábados de 8 a 15; nunca domingos ni festivos.",
  from: (day: string) => `${day}, desde`,
  until: (day: string) => `${day}, hasta`,
  noDay: "Sin ningún día, lo que la tienda escribe por su cuenta no sale nunca.",
  zone: "Zona horaria",
  perDay: "Mensajes por día",
  perDayHint: "Para un mismo cliente, sin contar los que él pidió.",
  spacing: "Minutos entre uno y otro",
  save: "Guardar el horario",
  saved: "Guardado. Vale desde el próximo mensaje.",
};
