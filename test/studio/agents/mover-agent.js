// An agent that plans, and whose one deed needs a yes of the shop's team.
import { definePlanner } from "recado";
import { defineTool } from "recado/tools";
import * as z from "zod";

const move = defineTool({
  name: "shelf.move",
  description: "Moves what is on a shelf.",
  module: "external",
  effect: "external",
  risk: "high",
  permissions: [],
  reversible: true,
  input: z.strictObject({ shelf: z.string() }),
  output: z.strictObject({ moved: z.number() }),
  run: () => ({ kind: "ok", output: { moved: 7 } }),
});
export const tools = [move];

export default definePlanner({
  id: "mover",
  name: "Bodeguero",
  description: "Mueve los estantes",
  systemPrompt: "You move shelves.",
  tools: { shop: [move.name] },
  texts: { fallback: "f", sticker: "s", richInput: "r", unsupported: "u" },
});
