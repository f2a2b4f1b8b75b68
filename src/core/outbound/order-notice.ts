import type { MessageTemplate } from "../answers/message-template.ts";
import type { Locale } from "../locale/locale.ts";
import { packOf } from "../locale/pack-of.ts";
import type { OutboundContent } from "./outbound-content.ts";
import { templateFault } from "./registered-template.ts";
import type { TemplateContent } from "./scheduled-message.ts";

export interface Parcel {
  readonly carrier: string;
  readonly guide: string;
  readonly customerName: string | null;
  readonly locale: Locale;
}

/**
 * How the customer hears that the order was sent: in free words inside the 24-hour window, by a template of the
 * workspace outside of it; null when the workspace has none that can say it.
 */
export function orderNotice(
  parcel: Parcel,
  isWindowOpen: boolean,
  templates: readonly MessageTemplate[],
  chosen: TemplateContent | null,
): OutboundContent | null {
  const { texts } = packOf(parcel.locale);
  if (isWindowOpen) return { type: "text", body: texts.orderSent(parcel) };
  return chosen ?? templateFor(parcel, templates);
}

/** How the customer hears that the shop cancelled the order; null outside the 24-hour window, where a person finds another way. */
export function cancellationNotice(locale: Locale, isWindowOpen: boolean): OutboundContent | null {
  return isWindowOpen ? { type: "text", body: packOf(locale).texts.orderCancelled } : null;
}

/** The template of the agreed name in the shop's language, with as many of name, carrier and guide as it asks for. */
function templateFor({ carrier, guide, customerName, locale }: Parcel, templates: readonly MessageTemplate[]) {
  const { texts } = packOf(locale);
  const language = locale.split("-")[0] ?? "es";
  const found = templates.find(
    (one) =>
      one.name === texts.orderSentTemplate && one.language.split("_")[0] === language && one.category === "utility",
  );
  if (found === undefined || found.variables > 3) return null;
  const values = [customerName ?? texts.customer, carrier, guide].slice(3 - found.variables).map(oneLine);
  const parameters = values.map((text) => ({ type: "text", text }));
  const content = {
    type: "template",
    name: found.name,
    language: found.language,
    category: found.category,
    components: parameters.length === 0 ? [] : [{ type: "body", parameters }],
  } satisfies TemplateContent;
  return templateFault(content, found) === null ? content : null;
}

/** Meta takes no line breaks and no five blanks in a row in a value. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
