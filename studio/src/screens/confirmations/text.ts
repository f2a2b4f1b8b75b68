import { defineText } from "../../text/define-text.ts";

export const confirmationsText = defineText({
  es: { title: "Confirmaciones", about: "Lo que espera un sí." },
  en: { title: "Confirmations", about: "What waits for a yes." },
});
