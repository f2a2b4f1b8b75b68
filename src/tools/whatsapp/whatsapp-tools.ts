import * as z from "zod";
import type { CrmConversation } from "../../core/answers/crm.ts";
import type { MessageTemplate } from "../../core/answers/message-template.ts";
import type { OutboxId } from "../../core/ids.ts";
import { contentFault, type OutboundContent } from "../../core/outbound/outbound-content.ts";
import { templateHole } from "../../core/outbound/template-hole.ts";
import { callIdOf, changing, limit, refused } from "../crm/crm-call.ts";
import { defineTool, type ToolAnswer } from "../define-tool.ts";

const WHATSAPP = { module: "whatsapp" } as const;
const READS = { effect: "read", risk: "low", permissions: ["whatsapp.read"], reversible: true } as const;
const SENDS = { effect: "transactional", permissions: ["whatsapp.send"], reversible: false } as const;
const MANAGES = { effect: "transactional", permissions: ["whatsapp.write"], reversible: true } as const;

const sent = z.strictObject({ messageId: z.string() });

/**
 * It leaves after the commit of the turn, behind its replies. The sender judges it once more at the
 * last moment.
 */
function send(content: OutboundContent, id: string, idempotencyKey: string): ToolAnswer<z.output<typeof sent>> {
  const fault = contentFault(content);
  if (fault !== null)
    return {
      ...refused("message_invalid", `WhatsApp would refuse it: ${fault}.`, "Say it otherwise."),
      type: "invalid",
    };
  const hole = templateHole(content);
  if (hole !== null)
    return {
      ...refused("message_invalid", `${hole} has no value.`, "Send the words themselves."),
      type: "invalid",
    };
  const callId = callIdOf(idempotencyKey);
  return {
    kind: "ok",
    output: { messageId: id },
    effect: { kind: "send_message", id: id as OutboxId, callId, content },
  };
}

export const messageSend = defineTool({
  ...WHATSAPP,
  ...SENDS,
  name: "whatsapp.message.send",
  description:
    "Writes to the contact of this conversation, within 24 hours of their last words. It has no other recipient.",
  risk: "medium",
  input: z.strictObject({
    text: z.string().trim().min(1).max(4_096).describe("what is said, as the customer will read it"),
  }),
  question: ({ text }) => `¿Enviamos este mensaje al cliente? "${text}"`,
  output: sent,
  run: ({ text }, { newId }, { idempotencyKey }) => send({ type: "text", body: text }, newId(), idempotencyKey),
});

export const messageList = defineTool({
  ...WHATSAPP,
  ...READS,
  name: "whatsapp.message.list",
  description: "Lists the last messages of this conversation, oldest first.",
  input: z.strictObject({ limit }),
  output: z.strictObject({
    messages: z.array(
      z.strictObject({ role: z.enum(["user", "assistant", "system"]), content: z.string(), createdAt: z.string() }),
    ),
  }),
  async run({ limit: most }, { crm, conversationId }) {
    const messages = await crm.messages(conversationId, most);
    const list = messages.map(({ role, content, createdAt }) => ({
      role,
      content,
      createdAt: createdAt.toISOString(),
    }));
    return { kind: "ok", output: { messages: list } };
  },
});

export const templateSend = defineTool({
  ...WHATSAPP,
  ...SENDS,
  name: "whatsapp.template.send",
  description:
    "Sends an approved template to the contact of this conversation, also outside the 24 hours. Each one costs money.",
  risk: "medium",
  isPaid: true,
  input: z.strictObject({
    name: z.string().min(1).max(512).describe("the template, as whatsapp.template.list has it"),
    language: z.string().min(2).max(8).default("es").describe("its language code"),
    values: z.array(z.string().trim().min(1).max(1_024)).max(20).default([]).describe("for {{1}}, {{2}}, … in order"),
  }),
  question: ({ name, language, values }) =>
    `¿Enviamos la plantilla ${name} (${language})${values.length === 0 ? "" : ` con ${values.map((value) => `"${value}"`).join(", ")}`}? Tiene costo.`,
  output: sent,
  async run({ name, language, values }, { crm, newId }, { idempotencyKey }) {
    const templates = await crm.templates();
    const template = templates.find((one) => one.name === name && one.language === language);
    if (template === undefined) return unknownTemplate(name, language, templates);
    if (values.length !== template.variables) {
      const message = `The template ${name} asks for ${template.variables} values, not ${values.length}.`;
      return { ...refused("template_values", message, `Its text: ${template.body}`), type: "invalid" };
    }
    const components =
      values.length === 0 ? [] : [{ type: "body", parameters: values.map((text) => ({ type: "text", text })) }];
    const { category } = template;
    return send({ type: "template", name, language, category, components }, newId(), idempotencyKey);
  },
});

export const templateList = defineTool({
  ...WHATSAPP,
  ...READS,
  name: "whatsapp.template.list",
  description: "Lists the approved templates of the workspace, with their text and how many values each needs.",
  input: z.strictObject({ language: z.string().max(8).nullable().default(null).describe("only of this language") }),
  output: z.strictObject({
    templates: z.array(
      z.strictObject({
        name: z.string(),
        language: z.string(),
        category: z.string(),
        body: z.string(),
        variables: z.number(),
      }),
    ),
  }),
  async run({ language }, { crm }) {
    const templates = await crm.templates();
    return {
      kind: "ok",
      output: { templates: templates.filter((one) => language === null || one.language === language) },
    };
  },
});

const conversationOutput = z.strictObject({
  id: z.string(),
  contactId: z.string(),
  contactName: z.string().nullable(),
  assignee: z.string().nullable(),
  isBotOn: z.boolean(),
  isClosed: z.boolean(),
  lastCustomerMessageAt: z.string().nullable(),
});

function shown({
  phoneNumberId: _,
  lastCustomerMessageAt,
  ...rest
}: CrmConversation): z.output<typeof conversationOutput> {
  return { ...rest, lastCustomerMessageAt: lastCustomerMessageAt?.toISOString() ?? null };
}

export const conversationList = defineTool({
  ...WHATSAPP,
  ...READS,
  name: "whatsapp.conversation.list",
  description: "Lists the conversations of the workspace, newest first. Only for people and programs of the shop.",
  input: z.strictObject({
    assignee: z.string().max(200).nullable().default(null).describe("only those assigned to this person"),
    limit,
  }),
  output: z.strictObject({ conversations: z.array(conversationOutput) }),
  run: async (filter, { crm }) => ({
    kind: "ok",
    output: { conversations: (await crm.conversations(filter)).map(shown) },
  }),
});

export const conversationAssign = defineTool({
  ...WHATSAPP,
  ...MANAGES,
  name: "whatsapp.conversation.assign",
  description: "Assigns this conversation to a person of the shop. The bot keeps answering; a takeover silences it.",
  risk: "low",
  input: z.strictObject({
    assignee: z.string().trim().min(1).max(200).nullable().describe("their name; null to assign no person"),
  }),
  question: ({ assignee }) =>
    assignee === null
      ? "¿Confirma que esta conversación quede sin encargado?"
      : `¿Confirma que ${assignee} se encargue de esta conversación?`,
  output: z.strictObject({ conversationId: z.string(), assignee: z.string().nullable() }),
  run({ assignee }, scope, run) {
    const { conversationId } = scope;
    const effect = changing({ op: "conversation.assign", assignee }, scope, run);
    return { kind: "ok", output: { conversationId, assignee }, effect };
  },
});

export const conversationClose = defineTool({
  ...WHATSAPP,
  ...MANAGES,
  name: "whatsapp.conversation.close",
  description: "Ends the session of this conversation and its timer. The customer's next message begins a new one.",
  risk: "medium",
  input: z.strictObject({ reason: z.string().trim().min(1).max(300).describe("why") }),
  question: ({ reason }) => `¿Cerramos esta conversación? Motivo: ${reason}`,
  output: z.strictObject({ conversationId: z.string(), closed: z.boolean() }),
  run(_, scope, run) {
    const { conversationId } = scope;
    const effect = changing({ op: "conversation.close" }, scope, run);
    return { kind: "ok", output: { conversationId, closed: true }, effect };
  },
});

function unknownTemplate(name: string, language: string, templates: readonly MessageTemplate[]) {
  const names = templates.map((one) => `${one.name} (${one.language})`).join(", ");
  const suggestion =
    names === "" ? "A person of the shop must first register the approved ones." : `There are: ${names}.`;
  return {
    ...refused("template_not_found", `The workspace has no template "${name}" (${language}).`, suggestion),
    type: "not_found" as const,
  };
}
