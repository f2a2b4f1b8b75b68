import { defineText } from "../../text/define-text.ts";

export const agentsText = defineText({
  es: { title: "Agentes", about: "Quién atiende, y con qué reglas." },
  en: { title: "Agents", about: "Who answers, and by which rules." },
});
