import { type FlowDefinition, TAPPED_EFFECTS } from "../definition/flow-definition.ts";

/** One sentence for each thing that cannot be tapped or shown. */
export function checkRichTemplates({ templates, intents }: FlowDefinition): string[] {
  return templates.flatMap(({ id, media, buttons = [], list }) => {
    const offered = [...buttons, ...(list?.rows.map(({ intent }) => intent) ?? [])];
    return [
      ...(buttons.length > 0 && list !== undefined ? [`template "${id}" has buttons and a list: one of the two`] : []),
      ...(list !== undefined && media !== undefined
        ? [`template "${id}" has a list, above which WhatsApp shows no ${media.type}`]
        : []),
      ...(media?.fileName !== undefined && media.type !== "document"
        ? [`template "${id}" names a file, which only a document has`]
        : []),
      ...(new Set(offered).size < offered.length ? [`template "${id}" offers an intent twice`] : []),
      ...offered.flatMap((intent) => {
        const known = intents[intent];
        if (known === undefined) return [`template "${id}" offers "${intent}", which is no intent`];
        if (known.label === undefined) return [`template "${id}" offers "${intent}", which has no label to tap`];
        return TAPPED_EFFECTS.includes(known.effect)
          ? []
          : [`template "${id}" offers "${intent}" (${known.effect}), which takes the customer's own words`];
      }),
    ];
  });
}
