import fc from "fast-check";
import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import type { StartingPoint } from "../../src/lab/memory/starting-point.ts";
import { COLLECTING, OFFERING, summing, TALKING } from "../scenarios/somnio/starting-points.ts";
import { generatedRuns } from "../support/generated-runs.ts";

/** What leads nowhere: half a wish, somebody else's affair, letters, an answer to nothing that was asked. */
const RIDDLES = [
  "5 frascos",
  "que quiero 5",
  "y eso cómo así",
  "es que lo otro",
  "pues como le dijera yo",
  "el del anuncio",
  "sí",
  "ok",
  "no sé",
  "bltrf",
  "lo que le dije ayer",
  "¿y lo de mi primo?",
  "ajá pero cómo",
  "usted me entiende",
  "quince",
  "el azul",
  "eso mismo",
];
const riddle = fc.constantFrom(...RIDDLES);
/** Some say one thing over and over, others two or three in turn. */
const stubborn = fc
  .tuple(fc.array(riddle, { minLength: 1, maxLength: 3 }), fc.integer({ min: 6, max: 12 }))
  .map(([said, length]) => Array.from({ length }, (_, at) => said[at % said.length] ?? ""));
const start = fc.constantFrom<StartingPoint>({}, TALKING, COLLECTING, OFFERING, summing("1x"));

test("whoever is never understood reads no text a third time in a row, and is not asked for ever", async () => {
  await fc.assert(
    fc.asyncProperty(stubborn, start, async (says, from) => {
      const conversation = createSandboxConversation(somnioFlow, from);
      const heard: string[] = [];
      let asked = 0;
      let before = place(conversation.session());
      for (const text of says) {
        const turn = await conversation.hear([text]);
        heard.push(...turn.heard);
        const [last, previous, first] = heard.slice(-3).reverse();
        expect(last === undefined || last !== previous || last !== first, `${says.join(" | ")}: ${last}`).toBe(true);
        const now = place(conversation.session());
        const isQuestion = turn.heard.length > 0 && turn.heard.every((said) => said.includes("?"));
        asked = now !== before || turn.heard.length === 0 ? 0 : isQuestion ? asked + 1 : asked;
        before = now;
        expect(asked, says.join(" | ")).toBeLessThanOrEqual(6);
        if (!conversation.isBotOn() || conversation.session().status !== "active") return;
      }
    }),
    generatedRuns("customers who are never understood", 120),
  );
});

function place({ mode, packSeleccionado, datosCapturados }: ReturnType<SandboxSession>): string {
  return JSON.stringify([mode, packSeleccionado, datosCapturados]);
}
type SandboxSession = ReturnType<typeof createSandboxConversation>["session"];
