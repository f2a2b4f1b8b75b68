// An agent that asks what is on the shelf and goes on in segments: `revise`, then at once and in an hour.
import { defineTool } from "recado/tools";
import * as z from "zod";

const shelf = defineTool({
  name: "shelf.count",
  description: "Counts what is on a shelf.",
  module: "external",
  effect: "read",
  risk: "low",
  permissions: [],
  reversible: true,
  input: z.strictObject({ shelf: z.string() }),
  output: z.strictObject({ count: z.number() }),
  run: () => ({ kind: "ok", output: { count: 7 } }),
});
export const tools = [shelf];

const HOUR_MS = 3_600_000;

export default {
  id: "scout",
  name: "Bodeguero",
  description: "Revisa los estantes",
  version: "1",
  initialMode: "conversacion",
  tools: [shelf.name],
  texts: { fallback: "f", sticker: "s", richInput: "r", unsupported: "u" },
  async decide({ now, segment, tools: { read } }) {
    const number = segment?.number ?? 0;
    const found = number === 1 ? null : await read(shelf.name, { shelf: String(number) });
    return {
      messages: [{ text: number === 0 ? "Voy a revisar." : `Parte ${number}.`, templateId: null }],
      intentInfo: null,
      stateUpdates: {},
      tools: [],
      handoff: null,
      closesSession: false,
      totalTokens: 0,
      why: [`asked the shelf: ${found?.ok === true}`],
      ...(number === 0 ? { next: { key: "shelf.first", at: null } } : {}),
      ...(number === 1 ? { next: { key: "shelf.second", at: new Date(now.getTime() + HOUR_MS) } } : {}),
    };
  },
};
