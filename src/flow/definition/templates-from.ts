import type { Template } from "./flow-definition.ts";

/** A text, or a text with what sets it apart from the others of its group. */
export type TemplateText = string | (Partial<Omit<Template, "id" | "intent" | "text">> & Pick<Template, "text">);

/**
 * The templates of a shop from its texts, group by group. The first text of a group is for the
 * first time, the others for later times. Ids are `<shop>.<group>.<number>`.
 */
export function templatesFrom(
  agentId: string,
  groups: Readonly<Record<string, TemplateText | readonly TemplateText[]>>,
): Template[] {
  return Object.entries(groups).flatMap(([group, given]) =>
    [given].flat().map((one, index): Template => {
      const own = typeof one === "string" ? { text: one } : one;
      return {
        id: `${agentId}.${group}.${index + 1}`,
        intent: group,
        visitType: index === 0 ? "primera_vez" : "siguientes",
        order: index + 1,
        priority: "CORE",
        gist: group,
        ...own,
      };
    }),
  );
}
