import { defineAgent } from "recado";
import { defineTool } from "recado/tools";
import * as z from "zod";
import { KNOWLEDGE, TEXTS } from "./texts.js";

const FREE_TABLES = { "2026-12-04": ["19:00", "21:30"], "2026-12-05": ["20:00"] };

/** A read: the model asks it while it thinks. In a real house this is an `httpTool`. */
const freeTables = defineTool({
  name: "house.tables.free",
  description: "Lists the free hours of the restaurant on one day.",
  module: "system",
  effect: "read",
  risk: "low",
  permissions: [],
  reversible: true,
  input: z.strictObject({
    day: z.string().describe("the day, as 2026-12-04"),
    people: z.int().min(1).max(12).describe("how many people"),
  }),
  output: z.strictObject({ hours: z.array(z.string()) }),
  run: ({ day, people }) => ({ kind: "ok", output: { hours: people > 8 ? [] : (FREE_TABLES[day] ?? []) } }),
});

export const tools = [freeTables];

export default defineAgent({
  id: "concierge",
  name: "Hotel Las Ceibas",
  description: "Answers the guests of a hotel, finds a table, and leaves requests for the front desk.",
  detector: { systemPrompt: "You read what guests of a hotel in Colombia write to its front desk." },
  orchestrator: {
    systemPrompt:
      "Usted es el conserje del Hotel Las Ceibas, en Colombia. Trate al huésped de usted, con calidez y en pocas palabras.",
  },
  intents: {
    pregunta: "a question about the hotel and its hours",
    mesa: "wants a table in the restaurant",
    pedido: "wants something brought, cleaned, mended or arranged",
    persona: "wants a person, complains, or is in danger",
  },
  tools: [
    "house.tables.free",
    {
      name: "crm.task.create",
      description: "Leaves a request for the front desk: a table, towels, a taxi, a repair.",
      inputs: [{ name: "title", description: "what the front desk is to do, with day, hour and people" }],
      fixed: { priority: "normal" },
    },
  ],
  states: ["charla", "pedido", "cerrado"],
  initialState: "charla",
  validTransitions: { charla: ["pedido"], pedido: ["charla", "cerrado"], cerrado: ["charla"] },
  knowledge: KNOWLEDGE,
  texts: TEXTS,
});
