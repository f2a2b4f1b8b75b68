import type { DecidedMessage } from "../../core/agent/agent.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { contentFault, type OutboundContent } from "../../core/outbound/outbound-content.ts";
import type { Draft, Turn } from "../draft/draft.ts";
import { measureCompleteness } from "../sale/completeness.ts";
import { optionId } from "./option-id.ts";

/**
 * The last message with its options to tap: up to three as buttons, up to ten as a list. A message
 * that asks for more than one field stays a text.
 */
export function asButtons(turn: Turn, draft: Draft, messages: readonly DecidedMessage[]): readonly DecidedMessage[] {
  const last = messages.at(-1);
  const asked = askedField(turn, draft);
  if (last?.text === undefined || asked === null || draft.handoff !== null) return messages;
  const content = contentOf(turn, draft.data, asked, last.text);
  if (content === null) return messages;
  const { text: _, ...traits } = last;
  return [...messages.slice(0, -1), { ...traits, content }];
}

interface Asked {
  readonly field: string;
  readonly values: readonly string[];
}

/** The field that the turn asks for: a refused one, or the only one that is missing. */
function askedField(turn: Turn, { data, steps }: Draft): Asked | null {
  const { refused } = turn;
  if (refused !== undefined) return { field: refused.field, values: refused.options };
  return steps.some((step) => typeof step === "string" && ASKING.has(step)) ? optionsToTap(turn, data) : null;
}

/** The only field that is missing, with what the shop offers for it; null when there is nothing to tap. */
export function optionsToTap({ flow, options = {} }: Turn, data: Readonly<Record<string, string>>): Asked | null {
  const { missing } = measureCompleteness(flow, data);
  const [field, ...more] = missing;
  if (field === undefined || (more.length > 0 && flow.reader.asksOneByOne !== true)) return null;
  const values = options[field] ?? [];
  return values.length === 0 ? null : { field, values };
}

/** The steps that say `{{campos_faltantes}}`. */
const ASKING: ReadonlySet<string> = new Set(["askData", "missingData", "packNoted", "progress", "remindData"]);

/** Buttons, else a list, as far as WhatsApp takes them; null when the field is asked for in words. */
function contentOf(
  { flow }: Turn,
  data: Draft["data"],
  { field, values }: Asked,
  body: string,
): OutboundContent | null {
  const show = flow.fields.find(({ name }) => name === field)?.show ?? ((value: string) => value);
  const rows = values.map((value) => ({ id: optionId(flow, field, value, data), title: show(value, flow.locale) }));
  // A tap without its id is read by its words.
  if (new Set(rows.map(({ title }) => title)).size < rows.length) return null;
  const ways: readonly OutboundContent[] = [
    { type: "buttons", body, buttons: rows },
    { type: "list", body, button: packOf(flow.locale).texts.seesOptions, sections: [{ rows }] },
  ];
  return ways.find((content) => contentFault(content) === null) ?? null;
}
