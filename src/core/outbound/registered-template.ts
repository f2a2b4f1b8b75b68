import type { MessageTemplate } from "../answers/message-template.ts";
import type { TemplateContent } from "./scheduled-message.ts";

/**
 * A template as a caller names it. The register decides the category; a caller may only agree with
 * it.
 */
export type AskedTemplate = Omit<TemplateContent, "category"> & {
  readonly category?: TemplateContent["category"] | undefined;
};

/** The register's entry: Meta's category, and how many values its text needs. */
export type RegisteredTraits = Pick<MessageTemplate, "category" | "variables">;

/** A template that a workspace has, or that an agent counts on. */
export type KnownTemplate = Pick<MessageTemplate, "name" | "language"> & RegisteredTraits;

export interface TemplateFault {
  readonly field: "name" | "category" | "components";
  readonly message: string;
}

/**
 * The fault in sending a template as its caller names it, in one sentence with the way out; null
 * when there is none.
 */
export function templateFault(
  { name, language, category, components }: AskedTemplate,
  registered: RegisteredTraits | null,
): TemplateFault | null {
  if (registered === null)
    return {
      field: "name",
      message: `the workspace has no template "${name}" in "${language}": write down what Meta has approved with PUT /internal/agent/templates/${name}/${language}`,
    };
  if (category !== undefined && category !== registered.category)
    return {
      field: "category",
      message: `is ${registered.category} as the workspace has it, not ${category}: leave it out`,
    };
  const values = components
    .filter(({ type }) => type === "body")
    .reduce((all, { parameters = [] }) => all + parameters.length, 0);
  if (values !== registered.variables)
    return {
      field: "components",
      message: `the text of "${name}" asks for ${registered.variables} values, not ${values}`,
    };
  return null;
}

export function findTemplate<Known extends Pick<KnownTemplate, "name" | "language">>(
  { name, language }: Pick<AskedTemplate, "name" | "language">,
  templates: readonly Known[],
): Known | null {
  return templates.find((one) => one.name === name && one.language === language) ?? null;
}

/** The highest number in {{1}} … {{n}} is the number of values. */
export function countHoles(body: string): number {
  const numbers = [...body.matchAll(/\{\{\s*(\d{1,2})\s*\}\}/g)].map(([, digits]) => Number(digits));
  return Math.max(0, ...numbers);
}
