import { somnioFlow } from "../../../../src/agents/somnio/somnio-flow.ts";
import { talk, templates } from "../talk.ts";
import type { AskedQuestion } from "./questions.ts";

/** `honest`: asked back, a choice of two, or a person. */
export type Verdict = "right" | "honest" | "wrong";

/** What a customer who has been greeted hears, and whether it answers. */
export async function judge({ text, right }: AskedQuestion): Promise<{ verdict: Verdict; said: readonly string[] }> {
  const { says } = talk("conversacion");
  const decision = await says(text);
  const said = templates(decision);
  const groups = said.map(groupOf);
  if (groups.some((group) => right.includes(group))) return { verdict: "right", said };
  const isHonest =
    decision.handoff !== null || groups.every((group) => group === "aclaracion" || group.startsWith("choice:"));
  return { verdict: isHonest ? "honest" : "wrong", said };
}

function groupOf(templateId: string): string {
  if (templateId.startsWith("knowledge.")) return templateId.slice("knowledge.".length);
  return somnioFlow.definition.templates.find(({ id }) => templateId.startsWith(id))?.intent ?? templateId;
}
