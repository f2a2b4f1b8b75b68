import type { ChatLine } from "../../core/agent/session.ts";
import type { Turn } from "../draft/draft.ts";
import { shownMessage } from "./ingest-status.ts";

/** No more of the last lines are looked at, however long the conversation is. */
const MOST_LOOKED_AT = 12;

/**
 * Whether the customer told, behind the last summary, what that summary does not show: a datum that was kept beside an answer or
 * a "not yet", another pack that was not taken, or words that may tell one and were not understood. A yes now would order what they have not read.
 */
export function hasUnseenChange(turn: Turn, sentIds: readonly string[]): boolean {
  const { flow, input } = turn;
  const summaries = new Set(flow.templates.flatMap(({ id, intent }) => (intent === flow.steps.summary ? [id] : [])));
  const sent = sentIds.slice(-MOST_LOOKED_AT);
  const since = sent.length - 1 - sent.findLastIndex((id) => summaries.has(id));
  if (since <= 0) return false;
  const kept = new Set(
    (input.session.ingestStatus?.timeline ?? []).flatMap(({ message, fieldsExtracted }) =>
      fieldsExtracted.some((field) => !flow.fieldSets.welcome.includes(field)) ? [message] : [],
    ),
  );
  const chosen = flow.packs.find(({ id }) => id === input.session.packSeleccionado);
  const shown = [...Object.values(input.session.datosCapturados), ...(chosen === undefined ? [] : saysOf(chosen))];
  return saidSince(turn, since).some(({ content, intent, confidence }) => {
    if (kept.has(shownMessage(content))) return true;
    const pack = intent?.split("+").flatMap((name) => flow.intents[name]?.pack ?? [])[0];
    if (pack !== undefined && pack !== input.session.packSeleccionado) return true;
    const isUnread = intent === null || (confidence ?? 0) < flow.bands.act;
    return isUnread && flow.reader.mayTell?.(content, shown) === true;
  });
}

/** How many the summary says, and what they cost: "169.900", "169 mil", "2". */
function saysOf({ quantity, price }: Turn["flow"]["packs"][number]): readonly string[] {
  return [quantity, price, Math.floor(price / 1000), price % 1000].map(String);
}

/** What the customer wrote before the last `texts` texts of ours, and behind the one before those. */
function saidSince({ input }: Turn, texts: number): readonly ChatLine[] {
  let ours = 0;
  const newest = input.history.slice(-MOST_LOOKED_AT).toReversed();
  const end = newest.findIndex(({ role }) => {
    if (role === "assistant") ours += 1;
    return ours > texts;
  });
  return newest.slice(0, end < 0 ? newest.length : end).filter(({ role }) => role === "user");
}
