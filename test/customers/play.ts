import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { judgeConversation } from "../../src/lab/customers/judge-conversation.ts";
import { judgeMessage } from "../../src/lab/customers/judge-message.ts";
import { ConversationLine, MessageLine } from "../../src/lab/customers/labelled-lines.ts";
import { saleHolds } from "../../src/lab/customers/sale-holds.ts";
import { playInMemory } from "../../src/lab/memory/play-in-memory.ts";
import type { CustomerClass } from "./customer-class.ts";
import { Draw } from "./draw.ts";

const HOLDS = saleHolds(somnioFlow);

export interface Failed {
  readonly seed: number;
  readonly told: unknown;
  readonly verdict: string;
  readonly why: readonly string[];
}

/** Plays the customers of the seeds `from` … `from + count - 1` as `recado eval customers` does. */
export async function playClass({ name, tell }: CustomerClass, from: number, count: number): Promise<Failed[]> {
  const failed: Failed[] = [];
  for (let seed = from; seed < from + count; seed += 1) {
    const told = tell(new Draw(seed));
    if ("steps" in told) {
      const line = ConversationLine.parse({ class: name, ...told });
      const { verdict, why } = await judgeConversation(line, playInMemory(somnioFlow, line.context.from), HOLDS);
      if (verdict !== "right") failed.push({ seed, told, verdict, why });
      continue;
    }
    const line = MessageLine.parse({ class: name, ...told });
    const { verdict, outcomes, misread } = await judgeMessage(line, playInMemory(somnioFlow, line.context.from), HOLDS);
    if (verdict !== "right" && verdict !== "acceptable")
      failed.push({ seed, told, verdict, why: [...outcomes, ...misread] });
  }
  return failed;
}
