export const deliveries = {
  title: "Eventos enviados",
  noneTitle: "No se ha enviado ningún evento",
  noneText: "Cuando conecte otro programa (recado events add), aquí se ve qué recibió y qué no.",
  pending: "En espera",
  delivered: "Recibido",
  parked: "No recibido",
  failed: (tries: number) => (tries === 1 ? "1 intento fallido" : `${tries} intentos fallidos`),
  replay: "Reenviar",
  replayed: "Se envía de nuevo.",
  conversation: "Ver la conversación",
};
