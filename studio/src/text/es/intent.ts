export const intent = {
  label: "Intención",
  choose: "Elija una…",
  none: "Este agente decide con su propio código: no tiene intenciones para elegir.",
  decide: "Decidir",
  open: "Decidir la intención",
  title: "¿Qué quiso decir el cliente?",
  about:
    "El agente sigue la intención que usted elija, en un turno propio, como si el cliente la hubiera dicho. Sus reglas siguen valiendo: la ventana de 24 horas, las bajas y los permisos.",
  personAnswers: "Aquí atiende una persona: devuelva primero la conversación al bot.",
  decided: "Decidido: el agente responde de inmediato.",
  decidedBy: (who: string, name: string) => `${who} decidió la intención ${name}`,
};
