import type { WorkspaceId } from "../core/ids.ts";
import { contentFault, templateContent } from "../core/outbound/outbound-content.ts";
import { findTemplate, templateFault } from "../core/outbound/registered-template.ts";
import type { TemplateContent } from "../core/outbound/scheduled-message.ts";
import type { MessageTemplates } from "../core/ports/message-templates.ts";
import { InvalidRequest } from "./problem.ts";

/**
 * A template as a caller names it. The register decides its category, and the caller's must agree.
 */
export const askedTemplate = templateContent.extend({ category: templateContent.shape.category.optional() });

interface Register {
  readonly templates: MessageTemplates;
  readonly workspace: WorkspaceId;
}

/**
 * Returns the template as the workspace wrote it down. Throws with the field at fault when it is
 * unknown or differs.
 */
export async function registeredTemplate(
  field: string,
  asked: {
    readonly name: string;
    readonly language: string;
    readonly category?: unknown;
    readonly components: unknown[];
  },
  { templates, workspace }: Register,
): Promise<TemplateContent> {
  const given = { ...asked, type: "template", category: asked.category ?? "utility" };
  // A shape that no template of Meta's can have is refused before the look-up.
  const shape = contentFault(given);
  if (shape !== null) throw new InvalidRequest([{ field, message: shape }]);
  const content = templateContent.parse(given);
  const registered = findTemplate(content, await templates.list(workspace));
  const fault = templateFault(
    { ...content, category: asked.category === undefined ? undefined : content.category },
    registered,
  );
  if (fault !== null) throw new InvalidRequest([{ field: `${field}.${fault.field}`, message: fault.message }]);
  return { ...content, category: registered?.category ?? content.category };
}
