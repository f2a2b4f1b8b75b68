import type { MessageTemplate } from "../../core/answers/message-template.ts";
import type { TemplateChange } from "../../core/answers/template-sync.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { TEMPLATE_CATEGORIES } from "../../core/outbound/outbound-content.ts";
import { countHoles } from "../../core/outbound/registered-template.ts";
import type { MessageTemplates } from "../../core/ports/message-templates.ts";
import type { AccountTemplate } from "./read-account.ts";

/** A change, with what is then saved; null when nothing is. */
export type PlannedChange = TemplateChange & { readonly save: MessageTemplate | null };

/** Compares what Meta has with the workspace's list. A template that Meta does not know is left, since it may be of another account. */
export function planSync(found: readonly AccountTemplate[], listed: readonly MessageTemplate[]): PlannedChange[] {
  const keyOf = ({ name, language }: { readonly name: string; readonly language: string }) => `${name}/${language}`;
  const known = new Map(listed.map((template) => [keyOf(template), template]));
  const metas = new Set(found.map(keyOf));
  return [
    ...found.map((template) => changeOf(template, known.get(keyOf(template)))),
    ...listed
      .filter((template) => !metas.has(keyOf(template)))
      .map(({ name, language }) => ({
        ...({ name, language, kind: "unknown", save: null } as const),
        detail: "this account does not have it; it stays on the list",
      })),
  ];
}

function changeOf(meta: AccountTemplate, listed: MessageTemplate | undefined): PlannedChange {
  const { name, language, status } = meta;
  const reason = status === "APPROVED" ? null : `WhatsApp says ${status}`;
  const read = reason === null ? readTemplate(meta) : reason;
  if (typeof read === "string") {
    return { name, language, kind: listed === undefined ? "skipped" : "removed", detail: read, save: null };
  }
  const { category, body, variables } = read;
  const detail = `${category}, ${variables} ${variables === 1 ? "variable" : "variables"}`;
  if (listed === undefined) return { name, language, kind: "added", detail, save: read };
  const isSame = listed.category === category && listed.body === body && listed.variables === variables;
  return { name, language, kind: isSame ? "same" : "changed", detail, save: isSame ? null : read };
}

/** The template as tools send it, or why they cannot: they give values to the text alone. */
function readTemplate({ name, language, category, parameter_format: format, components }: AccountTemplate) {
  const of = TEMPLATE_CATEGORIES.find((one) => one === category.toLowerCase());
  const body = components.find(({ type }) => type === "BODY")?.text;
  const others = components.filter(({ type }) => type !== "BODY");
  if (of === undefined) return `its category ${category} is not known here`;
  if (typeof body !== "string" || body.length > 1_024) return "it has no text";
  if (format === "NAMED") return "its variables have names, and tools give them by number";
  if (others.some((part) => /\{\{/.test(JSON.stringify(part)) || isMedia(part))) {
    return "it asks for values outside of its text, which tools do not give";
  }
  return { name, language, category: of, body, variables: countHoles(body) };
}

function isMedia(part: Readonly<Record<string, unknown>>): boolean {
  return part["type"] === "HEADER" && typeof part["format"] === "string" && part["format"] !== "TEXT";
}

/** Writes down what a sync has planned. A sync that is cut off goes on when it is made again. */
export async function saveSync(
  templates: MessageTemplates,
  planned: readonly PlannedChange[],
  { workspace, by }: { readonly workspace: WorkspaceId; readonly by: string },
): Promise<void> {
  for (const { kind, save, name, language } of planned) {
    if (save !== null) await templates.save(workspace, save, by);
    if (kind === "removed") await templates.remove(workspace, name, language, by);
  }
}
