import type { TemplateContent } from "./scheduled-message.ts";

const BEFORE = "⏰ Recordatorio: ";

/** A reminder as the customer reads it. */
export const sayReminder = (text: string): string => `${BEFORE}${text}`;

/** What is to be remembered, of a reminder as the customer reads it. */
export const remembered = (said: string): string => (said.startsWith(BEFORE) ? said.slice(BEFORE.length) : said);

/** A utility template with one variable, the text. Meta refuses line breaks in a variable. */
export function reminderTemplate(
  { name, language }: { readonly name: string; readonly language: string },
  text: string,
): TemplateContent {
  const parameters = [{ type: "text", text: text.replace(/\s+/gu, " ") }];
  return { type: "template", name, language, category: "utility", components: [{ type: "body", parameters }] };
}
