import type { Agent } from "../../core/agent.ts";
import { decideSomnio } from "./decide.ts";
import { SOMNIO_TEXTS } from "./notices.ts";

/** The sales agent of Somnio (document 000). */
export const somnio: Agent = {
  id: "somnio",
  name: "Somnio",
  description: "Answers what customers ask about Somnio on WhatsApp and hands over to a person to sell.",
  version: "1",
  initialMode: "bienvenida",
  texts: SOMNIO_TEXTS,
  decide: decideSomnio,
};
