import { defineText } from "../../text/define-text.ts";

export const timersText = defineText({
  es: { title: "Temporizadores", about: "Qué pasará, y cuándo." },
  en: { title: "Timers", about: "What will happen, and when." },
});
