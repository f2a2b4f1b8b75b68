import type { MessageTemplate } from "../../../api/types.ts";
import { useApi } from "../../../api/use-api.ts";
import { useText } from "../../../text/use-text.ts";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { emphasised } from "../../../ui/values/emphasised.tsx";
import { saidTemplate, TEMPLATES } from "../composer/template-text.ts";
import { kindName } from "./kind-name.ts";
import { type Content, fieldsOf, words } from "./parts-of.ts";
import { ToldParts } from "./told-parts.tsx";

/**
 * A message from either side. All of it is shown as text: a customer's words never become markup.
 */
export function ContentView({ content, hasFile = false }: ContentViewProps) {
  const text = useText("inbox");
  const shown = useLabel(content);
  // The file itself stands above.
  const label = hasFile ? null : shown;
  const heard = transcriptOf(content);
  const template = useTemplateWords(content);
  const said = captionOf(content) ?? template;
  const above = headOf(content?.["header"]);
  const buttons = Array.isArray(content?.["buttons"]) ? content["buttons"] : [];
  return (
    <div class="text-sm">
      {label !== null && (
        <p class="flex items-center gap-1.5 text-xs font-medium text-muted">
          <Icon name={label.icon} size={15} />
          {label.words}
        </p>
      )}
      {above !== null && <p class="font-semibold break-words">{above}</p>}
      {said !== null && <p class="break-words whitespace-pre-wrap">{emphasised(said)}</p>}
      {heard !== null && (
        <p class="break-words whitespace-pre-wrap">
          <span class="block text-2xs font-medium text-muted">
            {content?.["media"] === "audio" ? text.transcript : text.seenIn}
          </span>
          {heard}
        </p>
      )}
      <ToldParts content={content} />
      {buttons.length > 0 && (
        <ul class="mt-1.5 flex flex-wrap gap-1.5">
          {buttons.map((button: { title?: unknown; id?: unknown }) => (
            <li
              key={String(button.id)}
              class="rounded-md border border-line bg-surface px-2.5 py-1 text-xs font-medium text-accent"
            >
              {String(button.title ?? "")}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ContentViewProps {
  readonly content: Content;
  readonly hasFile?: boolean;
}

/** The words of a template with its values, as the customer reads them. */
function useTemplateWords(content: Content): string | null {
  const isTemplate = content?.["type"] === "template";
  const { data } = useApi<{ readonly items: readonly MessageTemplate[] }>(TEMPLATES, {
    enabled: isTemplate,
    pollMs: false,
  });
  return isTemplate && data !== undefined ? saidTemplate(content, data.items) : null;
}

/** What was heard in a voice note, or seen in a picture. */
function transcriptOf(content: Content): string | null {
  return words(fieldsOf(content?.["understanding"])["text"]);
}

/** The kind of the file that stands above our words; null without one. */
function fileAbove(header: unknown): string | null {
  const kind = words(fieldsOf(header)["type"]);
  return kind === "text" ? null : kind;
}

/** A title above our words; a file there is named, or shown by itself. */
function headOf(header: unknown): string | null {
  return words(typeof header === "string" ? header : fieldsOf(header)["text"]);
}

function captionOf(content: Content): string | null {
  return (
    words(content?.["body"]) ?? words(content?.["title"]) ?? words(content?.["caption"]) ?? words(content?.["emoji"])
  );
}

/** The words of a message, also those that were heard in it. */
export function spoken(content: Content): string | null {
  return captionOf(content) ?? transcriptOf(content);
}

const ICONS: Readonly<Record<string, IconName>> = {
  sticker: "file",
  revoke: "trash",
  order: "money",
  location: "globe",
  contacts: "person",
  unsupported: "warning",
};

function useLabel(content: Content): { readonly icon: IconName; readonly words: string } | null {
  const text = useText("inbox");
  if (content === null) return null;
  const type = String(content["type"]);
  switch (type) {
    case "text":
    case "button":
    case "list":
      return null;
    case "buttons": {
      const above = fileAbove(content["header"]);
      return above === null ? null : { icon: "file", words: text.media(above) };
    }
    case "media":
      return {
        icon: "file",
        words: [text.media(String(content["media"])), words(content["fileName"])].filter(Boolean).join(" · "),
      };
    case "template":
      return { icon: "file", words: `${text.template} ${words(content["name"]) ?? ""}` };
    default:
      return { icon: ICONS[type] ?? "info", words: kindName(text, type) };
  }
}
