import type { DecidedMessage } from "../../core/agent/agent.ts";
import { contentFault, type OutboundContent } from "../../core/outbound/outbound-content.ts";
import { type FlowDefinition, TAPPED_EFFECTS, type Template } from "../definition/flow-definition.ts";
import { because, type Draft, decided, goOn, type RuleResult, type Turn } from "../draft.ts";
import { carryOut } from "../effects.ts";

const TAPPED = "intent:";
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

/** A lone tap on what a template offered means that intent, whatever its words would be read as. */
export function heedTappedIntent(turn: Turn, draft: Draft): RuleResult {
  const [tap, ...others] = turn.input.taps ?? [];
  if (tap === undefined || others.length > 0 || turn.input.messages.length > 1) return goOn(draft);
  const intent = tap.payload.startsWith(TAPPED) ? tap.payload.slice(TAPPED.length) : "";
  const definition = turn.flow.intents[intent];
  if (definition === undefined || !TAPPED_EFFECTS.includes(definition.effect)) return goOn(draft);
  const reasoning = `the button for ${intent}`;
  const tapped: Draft = {
    ...because(draft, reasoning),
    intentInfo: { intent, confidence: 100, alternatives: [], reasoning },
    seen: [...draft.seen, intent],
  };
  return decided(carryOut(turn, tapped, { intent, definition }));
}
