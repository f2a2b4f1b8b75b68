// An agent that wants to note something after a silence: no customer asked for it, so a person is asked. It trips over one word.
export default {
  id: "reminder",
  name: "Recordadora",
  description: "Anota quién dejó de escribir",
  version: "1",
  initialMode: "conversacion",
  tools: ["crm.note.create"],
  texts: { fallback: "f", sticker: "s", richInput: "r", unsupported: "u" },
  decide({ dueTimer, message }) {
    if (message === "tropiece") throw new Error("it tripped");
    const isSilence = dueTimer != null;
    return {
      messages: isSilence ? [] : [{ text: "¡Hola!", templateId: null }],
      intentInfo: null,
      stateUpdates: {},
      timerSignals: isSilence ? [] : [{ type: "start" }],
      timer: isSilence ? null : { level: "L3", seconds: { real: 600, rapido: 60, instantaneo: 1 } },
      tools: isSilence ? [{ callId: "1", tool: "crm.note.create", input: { text: "Dejó de escribir" } }] : [],
      handoff: null,
      closesSession: false,
      totalTokens: 0,
      why: [],
    };
  },
};
