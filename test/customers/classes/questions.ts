import type { Asked, CustomerClass } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { anywhere } from "../says/anywhere.ts";
import { greeting, QUESTIONS, trouble } from "../says/buying.ts";

/** A question, anywhere: it is answered, and neither orders nor chooses. */
function ask(draw: Draw): Asked {
  const [text, intents] = draw.one(QUESTIONS);
  const lead = draw.one(["", "", `${greeting(draw)}, `, "una pregunta, ", "disculpe, ", "ah y ", `${trouble(draw)}, `]);
  return {
    text: `${lead}${text}`,
    context: anywhere(draw),
    intents,
    forbidden: ["order", "pack", "silence", "person"],
  };
}

export const QUESTIONS_ANYWHERE: CustomerClass = { name: "a question, anywhere", floor: 0.97, tell: ask };
