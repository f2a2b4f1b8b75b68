import { defineText } from "../../text/define-text.ts";

export const sandboxText = defineText({
  es: { title: "Pruebas", about: "Hable con su agente como cliente." },
  en: { title: "Sandbox", about: "Talk to your agent as a customer." },
});
