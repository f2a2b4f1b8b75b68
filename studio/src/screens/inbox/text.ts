import { defineText } from "../../text/define-text.ts";

export const inboxText = defineText({
  es: { title: "Bandeja", about: "¿Quién necesita a una persona?" },
  en: { title: "Inbox", about: "Who needs a person?" },
});
