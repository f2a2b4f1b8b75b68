import { defineText } from "../../text/define-text.ts";

export const runsText = defineText({
  es: { title: "Ejecuciones", about: "Qué corre, qué falló y por qué." },
  en: { title: "Runs", about: "What runs, what failed, and why." },
});
