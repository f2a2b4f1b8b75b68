export const remind = {
  open: "Recordarle algo",
  title: "Recordarle algo a este cliente",
  words: "Qué se le dice",
  when: "Cuándo",
  whenHint:
    "Con sus palabras: «mañana a las 8 de la mañana», «el viernes a las 3 de la tarde», «todos los lunes a las 9».",
  asked: "El cliente pidió que se le recordara a esa hora",
  askedHint:
    "Si no lo pidió, sale dentro del horario en que se le puede escribir. Si para entonces pasaron 24 horas desde su último mensaje, no sale y queda una tarea.",
  set: "Programar",
  change: "Cambiar",
  done: (at: string, rule: string | null) =>
    rule === null ? `Queda para el ${at}.` : `Queda para ${rule}; la primera vez, el ${at}.`,
};
