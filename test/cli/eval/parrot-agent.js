// An agent that does what it is told: `says <intent> <confidence>`, `takes <pack>`, `tells <field> <value>`, `hush`, `person`.
export default {
  id: "parrot",
  name: "Loro",
  description: "Hace lo que le dicen",
  version: "1",
  initialMode: "conversacion",
  texts: { fallback: "f", sticker: "s", richInput: "r", unsupported: "u" },
  decide({ message }) {
    const [verb, name, ...rest] = message.split(" ");
    const confidence = verb === "says" ? Number(rest[0]) : 90;
    return {
      messages: verb === "hush" ? [] : [{ text: message, templateId: null }],
      intentInfo: { intent: verb === "says" ? name : "precio", confidence, alternatives: [], reasoning: "told" },
      stateUpdates: {
        ...(verb === "takes" ? { newPackSeleccionado: name } : {}),
        ...(verb === "tells" ? { newDatosCapturados: { [name]: rest.join(" ") } } : {}),
      },
      tools: [],
      handoff: verb === "person" ? { reason: "told" } : null,
      closesSession: false,
      totalTokens: 0,
      why: [],
    };
  },
};
