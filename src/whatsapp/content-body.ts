import type { OutboundContent } from "../core/outbound/outbound-content.ts";

type Kind<Type extends OutboundContent["type"]> = Extract<OutboundContent, { type: Type }>;
type MediaSource = Kind<"media">["source"];
type Header = NonNullable<Kind<"buttons">["header"]>;

/**
 * `type` and the object under its name, as Meta writes them, without the fields that the content
 * lacks.
 */
export function contentBody(content: OutboundContent): Readonly<Record<string, unknown>> {
  switch (content.type) {
    case "text":
      return { type: "text", text: { body: content.body, preview_url: content.previewUrl ?? false } };
    case "buttons":
      return { type: "interactive", interactive: buttons(content) };
    case "list":
      return { type: "interactive", interactive: list(content) };
    case "location_request":
      return {
        type: "interactive",
        interactive: {
          type: "location_request_message",
          body: { text: content.body },
          action: { name: "send_location" },
        },
      };
    case "media":
      return { type: content.media, [content.media]: media(content) };
    case "template":
      return { type: "template", template: template(content) };
    case "reaction":
      return { type: "reaction", reaction: { message_id: content.targetWamid, emoji: content.emoji } };
  }
}

function buttons({ body, header, footer, buttons }: Kind<"buttons">): Readonly<Record<string, unknown>> {
  return {
    type: "button",
    ...(header === undefined ? {} : { header: buttonsHeader(header) }),
    body: { text: body },
    ...footerOf(footer),
    action: { buttons: buttons.map(({ id, title }) => ({ type: "reply", reply: { id, title } })) },
  };
}

function buttonsHeader(header: Header): Readonly<Record<string, unknown>> {
  switch (header.type) {
    case "text":
      return { type: "text", text: header.text };
    case "image":
    case "video":
      return { type: header.type, [header.type]: idOrLink(header.source) };
    case "document":
      return { type: "document", document: { ...idOrLink(header.source), ...fileNameOf(header.fileName) } };
  }
}

function list({ body, header, footer, button, sections }: Kind<"list">): Readonly<Record<string, unknown>> {
  return {
    type: "list",
    ...(header === undefined ? {} : { header: { type: "text", text: header } }),
    body: { text: body },
    ...footerOf(footer),
    action: { button, sections },
  };
}

function media({ source, caption, fileName, isVoiceNote }: Kind<"media">): Readonly<Record<string, unknown>> {
  return {
    ...idOrLink(source),
    ...(caption === undefined ? {} : { caption }),
    ...fileNameOf(fileName),
    ...(isVoiceNote === true ? { voice: true } : {}),
  };
}

function template({ name, language, components }: Kind<"template">): Readonly<Record<string, unknown>> {
  return {
    name,
    // The only policy there is; Meta's schema requires it.
    language: { policy: "deterministic", code: language },
    ...(components.length === 0 ? {} : { components }),
  };
}

function idOrLink(source: MediaSource): { id: string } | { link: string } {
  return "id" in source ? { id: source.id } : { link: source.link };
}

function footerOf(footer: string | undefined): { footer?: { text: string } } {
  return footer === undefined ? {} : { footer: { text: footer } };
}

function fileNameOf(fileName: string | undefined): { filename?: string } {
  return fileName === undefined ? {} : { filename: fileName };
}
