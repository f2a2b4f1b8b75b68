/** The shop's approved templates. */
export const TEMPLATES = "/internal/agent/templates";

export const keyOfTemplate = ({ name, language }: { readonly name: string; readonly language: string }): string =>
  `${name}/${language}`;

export interface TemplatePart {
  readonly words: string;
  /** The number of the value that stands here; null for words of the template's own. */
  readonly hole: number | null;
}

/** `Hola {{1}}` as its words and its holes. */
export function templateParts(body: string): readonly TemplatePart[] {
  return body
    .split(/\{\{\s*(\d{1,2})\s*\}\}/)
    .map((part, index) => (index % 2 === 0 ? { words: part, hole: null } : { words: "", hole: Number(part) }));
}

export function filledTemplate(body: string, valueAt: (hole: number) => string): string {
  return templateParts(body)
    .map(({ words, hole }) => (hole === null ? words : valueAt(hole)))
    .join("");
}

/** The words of a template that was sent; null when the shop's list no longer has it. */
export function saidTemplate(
  content: Readonly<Record<string, unknown>>,
  templates: readonly { readonly name: string; readonly language: string; readonly body: string }[],
): string | null {
  const found = templates.find(({ name, language }) => name === content["name"] && language === content["language"]);
  if (found === undefined) return null;
  const components = Array.isArray(content["components"]) ? (content["components"] as readonly Component[]) : [];
  const values = components.find(({ type }) => type === "body")?.parameters ?? [];
  return filledTemplate(found.body, (hole) => values[hole - 1]?.text ?? "…");
}

interface Component {
  readonly type?: string;
  readonly parameters?: readonly { readonly text?: string }[];
}
