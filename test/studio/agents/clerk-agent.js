// An agent that cancels what it is told to: `anule <order>`, which cannot be taken back, and `borre`, which can. It trips over one word.
const asks = (tool, input) => [{ callId: "1", tool, input: { ...input, reason: "lo pidió" } }];

export default {
  id: "clerk",
  name: "Auxiliar",
  description: "Anula pedidos",
  version: "1",
  initialMode: "conversacion",
  tools: ["crm.note.create", "crm.contact.delete", "crm.order.delete"],
  texts: { fallback: "f", sticker: "s", richInput: "r", unsupported: "u" },
  decide({ message }) {
    if (message === "tropiece") throw new Error("it tripped");
    const [verb, orderId] = message.split(" ");
    const [text, tools] =
      verb === "anule"
        ? ["Listo, anulado.", asks("crm.order.delete", { orderId })]
        : verb === "borre"
          ? ["Listo, borrado.", asks("crm.contact.delete", {})]
          : ["Anotado.", [{ callId: "1", tool: "crm.note.create", input: { text: message } }]];
    return {
      messages: [{ text, templateId: null }],
      intentInfo: null,
      stateUpdates: {},
      tools,
      handoff: null,
      closesSession: false,
      totalTokens: 0,
      why: [],
    };
  },
};
