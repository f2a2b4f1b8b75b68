/**
 * A shop's data in the words of a prompt. It is the same for every conversation, so that a provider
 * can cache it.
 */

import type { Effect, FlowDefinition, IntentDefinition, Stage } from "../definition/flow-definition.ts";
import { OTHER_INTENT } from "../intents/speak.ts";

const EFFECTS: Readonly<Record<Effect, string>> = {
  inform: "pregunta que se responde",
  start_collecting: "quiere comprar",
  offer: "pide ver las opciones",
  choose_pack: "escoge una opción",
  confirm: "dice que sí al pedido que se le leyó",
  postpone: "todavía no se decide",
  close: "no le interesa",
  cancel: "cancela el pedido que ya hizo",
  hand_over: "necesita a una persona",
  order_without_pack: "",
  order_unconfirmed: "",
};

export const STAGE_WORDS: Readonly<Record<Stage, string>> = {
  welcome: "primer contacto",
  talk: "conversación",
  collect: "se le piden los datos para el envío",
  offer: "se le mostraron las opciones y debe escoger una",
  summary: "se le leyó el pedido completo y debe decir que sí",
  confirmed: "el pedido ya está en firme",
  provisional: "hay un pedido al que el cliente no ha dicho que sí",
  handoff: "responde una persona",
};

/** What a customer's words may mean in this shop: its intents without those of the system. */
export function customerIntents(flow: FlowDefinition): [string, IntentDefinition][] {
  return Object.entries(flow.intents).filter(([, { effect }]) => !effect.startsWith("order_"));
}

export function intentLines(flow: FlowDefinition): string {
  return customerIntents(flow)
    .map(([intent, { effect, pack }]) => {
      const name = flow.packs.find(({ id }) => id === pack)?.name;
      return `- \`${intent}\`: ${EFFECTS[effect]}${name === undefined ? "" : ` (${name})`}`;
    })
    .concat(
      `- \`${OTHER_INTENT}\`: pide algo claro que no está en esta lista`,
      `- \`${flow.unknownIntent}\`: no se entiende`,
    )
    .join("\n");
}

export function exampleLines(flow: FlowDefinition): string {
  return customerIntents(flow)
    .flatMap(([intent, { examples }]) => examples.map((example) => `- «${example}» → \`${intent}\``))
    .join("\n");
}

export function fieldLines({ fields }: FlowDefinition): string {
  return fields.map(({ name, label }) => `- \`${name}\`: ${label}`).join("\n");
}

/** Each mode, what it is for and where it leads. */
export function modeLines({ modes, transitions }: FlowDefinition): string {
  return Object.entries(modes)
    .map(([mode, { stage }]) => {
      const next = Object.entries(transitions[mode] ?? {}).flatMap(([to, isAllowed]) =>
        isAllowed ? [`\`${to}\``] : [],
      );
      return `- \`${mode}\` (${STAGE_WORDS[stage]}) → ${next.join(", ") || "ninguno"}`;
    })
    .join("\n");
}
