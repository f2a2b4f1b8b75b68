import { toolNames } from "../../core/tool-calls/tool-names.ts";
import { fillTemplate } from "../sale/template-context.ts";
import { modeLines } from "./describe-shop.ts";
import { oncePerShop } from "./once-per-shop.ts";
import { fillPrompt, placeValues } from "./prompt.ts";
import { shippedPrompt } from "./prompts/shipped-prompts.ts";
import { MOVE_TOOL } from "./tool-names.ts";

/** Its instructions, without the shop's knowledge: no customer reads them. */
export function orchestratorContract(): string {
  const { stable } = shippedPrompt("orchestrator");
  return stable.slice(0, stable.indexOf("# Reglas de la tienda"));
}

/** The first part of every question: the contract, the rules, the arrows, the facts. */
export const orchestratorSystem = oncePerShop((flow) =>
  fillPrompt(shippedPrompt("orchestrator").stable, {
    ...placeValues(flow.locale),
    tienda: flow.name,
    voz: flow.model.orchestrator?.voice ?? "",
    mover: toolNames([MOVE_TOOL]).toModel(MOVE_TOOL) ?? "",
    politicas: (flow.model.orchestrator?.policies ?? []).map((policy) => `- ${policy}`).join("\n"),
    modos: modeLines(flow),
    hechos: shopKnowledge(flow),
  }),
);

/**
 * Everything that may be told: the catalogue, what the templates say, and the shop's own facts. The
 * same for every customer.
 */
export const shopKnowledge = oncePerShop((flow) => {
  const facts = flow.model.orchestrator?.facts ?? [];
  const prices = Object.fromEntries(flow.packs.map(({ id, price }) => [`precio_${id}`, flow.formatPrice(price)]));
  const texts = flow.templates.flatMap(({ intent, text }) => {
    const filled = flow.intents[intent]?.effect === "inform" ? fillTemplate(text, prices) : null;
    return filled === null ? [] : [filled];
  });
  return [
    ...flow.packs.map(({ name, price }) => `- ${name}: ${flow.formatPrice(price)}`),
    ...[...new Set(texts)].map((text) => `- ${indented(text)}`),
    ...facts.map((fact) => `- ${fact}`),
    ...flow.knowledge.map(({ title, text }) => `- ${title}: ${indented(text)}`),
  ].join("\n");
});

/** The lines of a text under the mark of their list. */
function indented(text: string): string {
  return text.replace(/(?<!\s)\s*\n\s*/g, "\n  ");
}
