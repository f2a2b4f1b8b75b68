/** What the screens are called: in the rail, in the search and over themselves. */
export const screens = {
  inbox: "Bandeja",
  orders: "Pedidos",
  contacts: "Clientes",
  confirmations: "Por aprobar",
  sandbox: "Probar el bot",
  replay: "Comparar",
  runs: "Actividad",
  timers: "Programados",
  calendar: "Calendario",
  metrics: "Métricas",
  knowledge: "Conocimiento",
  documents: "Documentos",
  agents: "Agentes",
  live: "Salir en vivo",
  people: "Personas",
};
