/** What each class of data holds. In English the server says it. */
const HOLDS = {
  journals: "Pasos, llamadas a herramientas, confirmaciones y dudas. No más días que los mensajes.",
  messages: "Lo que se dijo, resúmenes y notas al tomar un chat.",
  files: "Fotos, audios y documentos de los clientes.",
  webhooks: "Avisos, lo que no se pudo leer, los reportes de entrega tal como llegaron y los eventos ya enviados.",
  nlu_samples: "Lo que el agente entendió de cada mensaje.",
  memory: "Lo que los clientes contaron de sí mismos, con sus palabras.",
  alerts: "Alertas ya resueltas.",
};

export const retention = {
  title: "Conservación de datos",
  about: "Días que se guarda cada clase de datos. Si queda vacío, se guarda para siempre.",
  forever: "para siempre",
  holds: (of: keyof typeof HOLDS, _covers: string, least: number) => `${HOLDS[of]} Mínimo: ${least}.`,
  save: "Guardar los días",
  saved: "Guardado. Vale desde esta noche.",
  sure: "¿Guardar menos días?",
  forget: "Guardar y olvidar",
  gone: "Lo más antiguo se borra esta noche y no se puede recuperar:",
  journals: "Lo que hizo el agente",
  messages: "Mensajes",
  files: "Archivos",
  webhooks: "Avisos de WhatsApp",
  nlu_samples: "Ejemplos para aprender",
  memory: "Memoria",
  alerts: "Alertas",
};
