import * as z from "zod";
import { field, list } from "../whatsapp/loose-fields.ts";

/** The choices that a customer can tap. */
const CHOICE = z.object({ id: z.string(), title: z.string(), description: z.string().optional() });
export type Choice = z.infer<typeof CHOICE>;

/** A message as a phone shows it. */
export interface ScreenMessage {
  /** `text`, `buttons`, `list`, `location_request`, `link`, `image`, …, `template`, `reaction`. */
  readonly kind: string;
  /** All of it in words, without the choices. */
  readonly text: string;
  readonly choices?: readonly Choice[];
  /** The label that opens the list of choices. */
  readonly button?: string;
  readonly media?: {
    readonly id?: string;
    readonly link?: string;
    readonly fileName?: string;
    readonly isVoiceNote?: true;
  };
  /** The message that it quotes, or that it reacts to. */
  readonly of?: string;
}

const KINDS: Readonly<Record<string, string>> = {
  button: "buttons",
  list: "list",
  location_request_message: "location_request",
  cta_url: "link",
};

/** What the phone shows of a message's content. Never throws: a ledger may hold any. */
export function screenMessage(content: unknown): ScreenMessage {
  const type = words(field(content, "type")) ?? "text";
  const part = field(content, type);
  const of = words(field(field(content, "context"), "message_id"));
  return { ...screenPart(type, part), ...(of === undefined ? {} : { of }) };
}

function screenPart(type: string, part: unknown): ScreenMessage {
  switch (type) {
    case "text":
      return { kind: type, text: words(field(part, "body")) ?? "" };
    case "interactive":
      return screenInteractive(part);
    case "template":
      return screenTemplate(part);
    case "reaction":
      return { kind: type, text: words(field(part, "emoji")) || "[reaction removed]", ...targetOf(part) };
    case "location":
      return { kind: type, text: `[location] ${inOneLine(["name", "address", "latitude", "longitude"], part)}` };
    case "contacts": {
      const names = list.parse(part).map((one) => words(field(field(one, "name"), "formatted_name")) ?? "?");
      return { kind: type, text: `[contacts] ${names.join(", ")}` };
    }
    default: {
      const fileName = words(field(part, "filename"));
      return {
        kind: type,
        text: words(field(part, "caption")) ?? (fileName === undefined ? `[${type}]` : `[${type} ${fileName}]`),
        media: mediaOf(part, fileName),
      };
    }
  }
}

function screenInteractive(part: unknown): ScreenMessage {
  const type = words(field(part, "type")) ?? "button";
  const header = field(part, "header");
  const action = field(part, "action");
  const headerType = words(field(header, "type"));
  const headerFile = field(header, headerType ?? "");
  const parameters = field(action, "parameters");
  const url =
    type === "cta_url" ? `${words(field(parameters, "display_text"))}: ${words(field(parameters, "url"))}` : undefined;
  const lines = [
    words(field(header, "text")) ?? (headerType === undefined ? undefined : `[${headerType}]`),
    words(field(field(part, "body"), "text")),
    words(field(field(part, "footer"), "text")),
    url,
  ];
  const choices =
    type === "list"
      ? list.parse(field(action, "sections")).flatMap((section) => list.parse(field(section, "rows")))
      : list.parse(field(action, "buttons")).map((button) => field(button, "reply"));
  const button = words(field(action, "button"));
  return {
    kind: KINDS[type] ?? type,
    text: lines.filter((line) => line !== undefined).join("\n"),
    ...choicesOf(choices),
    ...(button === undefined ? {} : { button }),
    ...(typeof headerFile === "object" && headerFile !== null ? { media: mediaOf(headerFile, undefined) } : {}),
  };
}

/** Meta has a template's words; the values that fill them are here. */
function screenTemplate(part: unknown): ScreenMessage {
  const components = list.parse(field(part, "components"));
  const parametersOf = (component: unknown) => list.parse(field(component, "parameters"));
  const isButton = (component: unknown) => String(field(component, "type")).toLowerCase() === "button";
  const filled = components
    .filter((component) => !isButton(component))
    .flatMap(parametersOf)
    .map((parameter) => words(field(parameter, "text")) ?? `[${words(field(parameter, "type")) ?? "?"}]`);
  const replies = components
    .filter((component) => isButton(component) && String(field(component, "sub_type")).toLowerCase() === "quick_reply")
    .flatMap(parametersOf)
    .map((parameter) => ({ id: field(parameter, "payload"), title: field(parameter, "payload") }));
  const name = `${words(field(part, "name"))} ${words(field(field(part, "language"), "code"))}`;
  return { kind: "template", text: [`[template ${name}]`, ...filled].join(" · "), ...choicesOf(replies) };
}

function choicesOf(all: readonly unknown[]): { choices?: Choice[] } {
  const choices = all.flatMap((one) => CHOICE.safeParse(one).data ?? []);
  return choices.length === 0 ? {} : { choices };
}

function mediaOf(part: unknown, fileName: string | undefined): NonNullable<ScreenMessage["media"]> {
  const id = words(field(part, "id"));
  const link = words(field(part, "link"));
  return {
    ...(id === undefined ? {} : { id }),
    ...(link === undefined ? {} : { link }),
    ...(fileName === undefined ? {} : { fileName }),
    ...(field(part, "voice") === true ? { isVoiceNote: true } : {}),
  };
}

function targetOf(reaction: unknown): { of?: string } {
  const of = words(field(reaction, "message_id"));
  return of === undefined ? {} : { of };
}

function inOneLine(names: readonly string[], part: unknown): string {
  const values = names.map((name) => field(part, name)).filter((value) => value !== undefined && value !== "");
  return values.map(String).join(", ");
}

function words(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
