import { defineText } from "../../text/define-text.ts";

export const knowledgeText = defineText({
  es: { title: "Conocimiento", about: "Lo que se sabe, y de dónde." },
  en: { title: "Knowledge", about: "What is known, and from where." },
});
