import { toolRequestsIn } from "../../core/inbound/tool-request.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import type { OpenReminder } from "../../core/outbound/reminder.ts";
import { reminderRoom } from "../../core/outbound/requested-reminders.ts";
import { remembered, sayReminder } from "../../core/outbound/said-reminder.ts";
import { isWindowOpen } from "../../core/outbound/service-window.ts";
import { plainText } from "../../core/plain-text.ts";
import { TIME_QUESTIONS } from "../../core/time/languages/time-questions.ts";
import { oneStop } from "../../core/time/one-stop.ts";
import type { ReadTime } from "../../core/time/piece.ts";
import { readTime } from "../../core/time/read-time.ts";
import { sayInstant } from "../../core/time/say-time.ts";
import {
  because,
  type Draft,
  decided,
  goOn,
  lastWords,
  type RuleResult,
  type Turn,
  toldIn,
  wishOf,
  wordless,
} from "../draft/draft.ts";
import { zoneOf } from "../sale/reading-context.ts";

/** The record's name for a wish that is not the shop's business. */
const REMIND = "recordatorio";
/** Begins the key of a reminder that a customer of a shop asked for; the number of the turn follows. */
const KEY = "request:";
/** Begins the id of the button that corrects its time; the key follows. */
const CORRECTS = "remind:";

type Wanted = Pick<OpenReminder, "key" | "text">;
type Settled = Exclude<ReadTime, { kind: "ask" }>;

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
  const read = timeIn(turn);
  if (read.kind === "ask") {
    // "Recuérdeme el precio" asks for the price: a rule knows the word, or the intent is sure without one.
    const wish = wishOf(turn);
    const from = wish?.engine === "rules" ? flow.bands.reanalyse : flow.bands.act;
    if (wish !== null && flow.intents[wish.intent]?.effect === "inform" && wish.confidence >= from) return goOn(draft);
    return answer(draft, textsOf(turn).remindsWhen, "a reminder without its time: how to ask for one is said");
  }
  const text = sayReminder(`«${[...input.message.trim()].slice(0, 900).join("")}»`);
  return settle(turn, draft, { key: `${KEY}${input.turnNumber}`, text }, read);
}

/**
 * A tap on the button behind such a reminder, or its word written there: the customer is asked when it should come instead, and the
 * next time that they name is its own. Until then it stays as it was set.
 */
export function correctReminder(turn: Turn, draft: Draft): RuleResult {
  const { input, flow } = turn;
  const own = (input.reminders ?? []).filter(({ key }) => key.startsWith(KEY));
  const [tap] = input.taps ?? [];
  if (tap?.payload.startsWith(CORRECTS) === true) {
    const tapped = own.find(({ key }) => tap.payload === `${CORRECTS}${key}`);
    if (tapped === undefined) return answer(draft, textsOf(turn).remindsWhen, "the reminder no longer waits");
    return askAgain(draft, tapped, textsOf(turn).remindsThen);
  }
  if (own.length === 0 || input.messages.length !== 1 || tap !== undefined) return goOn(draft);
  const [last = ""] = lastWords(turn, 1);
  const said = own.find(({ at }) => last === setAt(turn, at));
  if (said !== undefined && plainText(input.message) === plainText(textsOf(turn).corrects))
    return askAgain(draft, said, textsOf(turn).remindsThen);
  const asked = own.find(({ text }) => last.endsWith(below(text)));
  if (asked === undefined) return goOn(draft);
  const read = timeIn(turn);
  if (read.kind !== "ask") return settle(turn, draft, asked, read);
  // Words without any time go on with the sale, and the reminder stays.
  if (read.reason === "no_time") return goOn(draft);
  return askAgain(draft, asked, TIME_QUESTIONS[packOf(flow.locale).language][read.reason]);
}

/** Sets a reminder, or moves the one with this key, when its time is one that this chat can keep. */
function settle(turn: Turn, draft: Draft, { key, text }: Wanted, read: Settled): RuleResult {
  const { flow, input } = turn;
  const texts = textsOf(turn);
  if (read.kind === "recurring" || !isWindowOpen(input.now, read.at))
    return answer(draft, texts.remindsSoon, "a reminder outside of the 24-hour window: what this chat can do is said");
  if (input.hasOptedOut === true)
    return answer(draft, texts.remindsAfterAlta, "the customer wants no message that we start");
  const others = (input.reminders ?? []).filter((one) => one.key !== key);
  if (reminderRoom(others, { at: read.at, rule: null }, zoneOf(flow, input)) !== "free")
    return answer(draft, texts.remindsNoMore, "no room for one more reminder");
  const reminder = { key, at: read.at, text, isRequested: true as const };
  const set = because({ ...draft, reminders: [...draft.reminders, reminder] }, "the customer named a time");
  const buttons = [{ id: `${CORRECTS}${key}`, title: texts.corrects }];
  return answer({ ...set, buttons }, setAt(turn, read.at), "a reminder that the customer asked for");
}

/** The question ends with what is to be remembered, so that the next turn knows of which reminder it was asked. */
function askAgain(draft: Draft, { text }: Wanted, question: string): RuleResult {
  return answer(
    draft,
    `${question}${below(text)}`,
    "the time of a reminder was read wrongly, so it is asked for again",
  );
}

const below = (text: string): string => `\n${remembered(text)}`;

function setAt(turn: Turn, at: Date): string {
  const { flow, input } = turn;
  return oneStop(
    textsOf(turn).remindsAt.replace("{{when}}", sayInstant(at, input.now, zoneOf(flow, input), flow.locale)),
  );
}

function timeIn({ flow, input }: Turn): ReadTime {
  return readTime(input.message, input.now, zoneOf(flow, input), packOf(flow.locale).language);
}

const textsOf = ({ flow }: Turn) => packOf(flow.locale).texts;

function answer(draft: Draft, text: string, why: string): RuleResult {
  return decided({ ...draft, intentInfo: wordless(REMIND), plainText: text }, why);
}
