import { defineText } from "../../text/define-text.ts";

export const replayText = defineText({
  es: { title: "Repetición", about: "Una conversación guardada, con otra versión del agente." },
  en: { title: "Replay", about: "A stored conversation, with another version of the agent." },
});
