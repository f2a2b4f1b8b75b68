import type { DecidedMessage } from "../../core/agent/agent.ts";
import { contentFault, type OutboundContent } from "../../core/outbound/outbound-content.ts";
import type { FlowDefinition, Template } from "../definition/flow-definition.ts";

/** The id of a button that asks for an intent begins so. */
export const TAPPED = "intent:";
/** A repeat under another lead-in: `somnio.precio.2~1`. */
const ROUND = /~\d+$/;

/**
 * Templates with a picture, a document, buttons or a list as the messages that they are. What WhatsApp would refuse, a caption
 * that is too long, goes out as its words alone: they matter most.
 */
export function asRichMessages(flow: FlowDefinition, messages: readonly DecidedMessage[]): readonly DecidedMessage[] {
  return messages.map((message) => {
    const id = message.templateId?.replace(ROUND, "");
    const template = flow.templates.find((one) => one.id === id);
    const content = template === undefined ? null : richContent(flow, template, message);
    if (content === null || contentFault(content) !== null) return message;
    const { text: _, content: __, ...traits } = message;
    return { ...traits, content };
  });
}

/** null for a template of words alone, and for options that the turn itself has made of it. */
function richContent(
  flow: FlowDefinition,
  { media, buttons, list }: Template,
  { text, content }: DecidedMessage,
): OutboundContent | null {
  if (text === undefined) {
    return content.type === "buttons" && media !== undefined ? { ...content, header: headerOf(media) } : null;
  }
  if (buttons !== undefined) {
    const options = buttons.flatMap((intent) => optionOf(flow, intent));
    return {
      type: "buttons",
      body: text,
      buttons: options,
      ...(media === undefined ? {} : { header: headerOf(media) }),
    };
  }
  if (list !== undefined) {
    const rows = list.rows.flatMap(({ intent, ...about }) =>
      optionOf(flow, intent).map((row) => ({ ...row, ...about })),
    );
    return { type: "list", body: text, button: list.button, sections: [{ rows }] };
  }
  if (media === undefined) return null;
  const { type, link, ...about } = media;
  return { type: "media", media: type, source: { link }, caption: text, ...about };
}

function headerOf({ type, link, ...about }: NonNullable<Template["media"]>) {
  const source = { link };
  return type === "document" ? { type, source, ...about } : { type, source };
}

function optionOf({ intents }: FlowDefinition, intent: string): { readonly id: string; readonly title: string }[] {
  const title = intents[intent]?.label;
  return title === undefined ? [] : [{ id: `${TAPPED}${intent}`, title }];
}
