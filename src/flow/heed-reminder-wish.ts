import { toolRequestsIn } from "../core/inbound/tool-request.ts";
import { packOf } from "../core/locale/pack-of.ts";
import { reminderRoom } from "../core/outbound/requested-reminders.ts";
import { sayReminder } from "../core/outbound/said-reminder.ts";
import { isWindowOpen } from "../core/outbound/service-window.ts";
import { oneStop } from "../core/time/one-stop.ts";
import { readTime } from "../core/time/read-time.ts";
import { sayInstant } from "../core/time/say-time.ts";
import { because, type Draft, decided, goOn, type RuleResult, type Turn, toldIn, wishOf, wordless } from "./draft.ts";
import { zoneOf } from "./reading-context.ts";

/** The record's name for a wish that is not the shop's business. */
const REMIND = "recordatorio";

/**
 * "Recuérdeme mañana a las 8": a wish that no intent of a shop covers (requirement R17). A time within the 24-hour window is set, in
 * the customer's own words; for any other the customer hears what this chat can do. Neither is asked back, nor left to a person.
 */
export function heedReminderWish(turn: Turn, draft: Draft): RuleResult {
  const { flow, input, reading } = turn;
  if (reading === null || !toolRequestsIn(input.message).includes("remind")) return goOn(draft);
  const told = toldIn(reading);
  const isOfTimes = ({ name, saysBack }: (typeof flow.fields)[number]) => saysBack === true || told[name] === undefined;
  if (!flow.fields.every(isOfTimes)) return goOn(draft);
  const zone = zoneOf(flow, input);
  const { language, texts } = packOf(flow.locale);
  const read = readTime(input.message, input.now, zone, language);
  const answer = (text: string, why: string): RuleResult =>
    decided({ ...draft, intentInfo: wordless(REMIND), plainText: text }, why);
  if (read.kind === "ask") {
    // "Recuérdeme el precio" asks for the price.
    const wish = wishOf(turn);
    const isOwn = wish !== null && flow.intents[wish.intent] !== undefined && wish.confidence >= flow.bands.act;
    return isOwn ? goOn(draft) : answer(texts.remindsWhen, "a reminder without its time: how to ask for one is said");
  }
  if (read.kind === "recurring" || !isWindowOpen(input.now, read.at))
    return answer(texts.remindsSoon, "a reminder outside of the 24-hour window: what this chat can do is said");
  if (input.hasOptedOut === true) return answer(texts.remindsAfterAlta, "the customer wants no message that we start");
  if (reminderRoom(input.reminders ?? [], { at: read.at, rule: null }, zone) !== "free")
    return answer(texts.remindsNoMore, "no room for one more reminder");
  const reminder = {
    key: `request:${input.turnNumber}`,
    at: read.at,
    text: sayReminder(`«${[...input.message.trim()].slice(0, 900).join("")}»`),
    isRequested: true as const,
  };
  const set = because({ ...draft, reminders: [...draft.reminders, reminder] }, "the customer named a time");
  const text = oneStop(texts.remindsAt.replace("{{when}}", sayInstant(read.at, input.now, zone, flow.locale)));
  return decided({ ...set, intentInfo: wordless(REMIND), plainText: text }, "a reminder that the customer asked for");
}
