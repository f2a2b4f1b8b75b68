import { defineText } from "../../text/define-text.ts";

export const metricsText = defineText({
  es: { title: "Métricas", about: "Cómo va la tienda." },
  en: { title: "Metrics", about: "How the shop is doing." },
});
