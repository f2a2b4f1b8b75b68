import * as z from "zod";
import type { ToolScope } from "../../core/ports/tools.ts";
import { defineTool, type ToolAnswer, type ToolRun } from "../define-tool.ts";
import { aboutContact, CRM, changing, findContact, WRITES } from "./crm-call.ts";
import { tagName } from "./tag-name.ts";

/** The tag that silences the bot (requirement A24). An agent may neither add nor remove it. */
const STOP_TAG = "WPP";

interface Tagging {
  readonly tag: string;
  readonly contactId?: string | undefined;
}

async function changeTag(op: "tag.add" | "tag.remove", said: Tagging, scope: ToolScope, run: ToolRun) {
  const { tag } = said;
  if (tag === STOP_TAG && scope.actor.kind === "agent") {
    const denied: ToolAnswer<never> = {
      kind: "denied",
      reason: `the tag ${STOP_TAG} says who answers here: a person decides about it`,
    };
    return denied;
  }
  const found = await findContact(said, scope);
  if (found.kind === "error") return found;
  const { id: contactId, tags } = found.contact;
  const isThere = tags.includes(tag);
  const after = op === "tag.add" ? [...tags.filter((one) => one !== tag), tag] : tags.filter((one) => one !== tag);
  const stands = isThere === (op === "tag.add");
  const effect = stands ? null : changing({ op, contactId, tag }, scope, run);
  const answer: ToolAnswer<{ contactId: string; tags: string[] }> = {
    kind: "ok",
    output: { contactId, tags: stands ? [...tags] : after },
    effect,
  };
  return answer;
}

const traits = {
  ...CRM,
  ...WRITES,
  ...aboutContact({ tag: tagName }),
  risk: "low",
  reversible: true,
  output: z.strictObject({ contactId: z.string(), tags: z.array(z.string()) }),
} as const;

export const tagAdd = defineTool({
  ...traits,
  name: "crm.tag.add",
  description: "Adds a tag to the contact; an existing tag stays.",
  question: ({ tag }) => `¿Confirma que pongamos la etiqueta "${tag}"?`,
  run: (said, scope, run) => changeTag("tag.add", said, scope, run),
});

export const tagRemove = defineTool({
  ...traits,
  name: "crm.tag.remove",
  description: "Removes a tag from the contact; a missing tag is no error.",
  question: ({ tag }) => `¿Confirma que quitemos la etiqueta "${tag}"?`,
  run: (said, scope, run) => changeTag("tag.remove", said, scope, run),
});
