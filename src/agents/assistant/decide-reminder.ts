import type { AgentInput, DecidedMessage, Decision } from "../../core/agent/agent.ts";
import type { DecidedReminder, OpenReminder } from "../../core/outbound/reminder.ts";
import { reminderRoom } from "../../core/outbound/requested-reminders.ts";
import { remembered, reminderTemplate, sayReminder } from "../../core/outbound/said-reminder.ts";
import { oneStop } from "../../core/time/one-stop.ts";
import { readRule } from "../../core/time/read-rule.ts";
import { sayRule } from "../../core/time/say-rule.ts";
import { sayInstant } from "../../core/time/say-time.ts";
import { type ReadWhen, readWhen } from "../../nlu/time/read-when.ts";
import { chooseReminder } from "./choose-reminder.ts";
import { ASKS_NEW_TIME, ASKS_SUBJECT, ASKS_TIME, asks, free, LAST, SUBJECT } from "./open-question.ts";
import { ownZone, whenOf, zoneOf } from "./place.ts";
import type { Act } from "./read-act.ts";
import { say } from "./say.ts";
import { CANCEL, CHANGE, SAYS } from "./texts.ts";

/** The approved template that says a reminder outside the 24-hour window. */
export const TEMPLATE = { name: "recordatorio", language: "es_CO" };

export type Settled = Exclude<ReadWhen, { kind: "ask" }>;

export function remind({ subject, when, isAsked }: Extract<Act, { kind: "remind" }>, input: AgentInput): Decision {
  if (subject === "") return asks(say(SAYS.whatToRemind, "the subject is missing"), ASKS_SUBJECT, {});
  if (when.kind === "ask") return asks(say(when.question, "the time is open"), ASKS_TIME, { [SUBJECT]: subject });
  const refused = noRoom(input, when, null);
  if (refused !== null) return refused;
  const key = newKey(input);
  const rule = when.kind === "recurring" ? when.rule : null;
  const call = {
    callId: key,
    tool: "create_reminder",
    input: { key, text: subject, at: when.at.toISOString(), rule, template: TEMPLATE, timeZone: ownZone(input) },
  };
  const why = isAsked ? "asks for a reminder" : "tells a plan: the policy asks before a reminder is set";
  const decision = say(withButtons(SAYS.set(subject, inWords(when))), why);
  return free({ ...decision, tools: [call], stateUpdates: { newDatosCapturados: { [LAST]: key } } });
}

export function answersTime(input: AgentInput, words: string): Decision {
  const { [SUBJECT]: subject = "" } = input.session.datosCapturados;
  if (subject === "") return asks(say(SAYS.whatToRemind, "the subject is missing"), ASKS_SUBJECT, {});
  const when = readWhen(words, whenOf(input));
  if (when.kind === "ask") return say(when.question, "the time is still open");
  return setNow(input, { key: newKey(input), subject, when, text: SAYS.set(subject, inWords(when)) });
}

export function answersSubject(input: AgentInput, words: string): Decision {
  return remind({ kind: "remind", subject: words, when: readWhen(words, whenOf(input)), isAsked: true }, input);
}

export function move({ subject: named, when }: Extract<Act, { kind: "move" }>, input: AgentInput): Decision {
  const chosen = chooseReminder(input.reminders ?? [], named, input.session.datosCapturados[LAST]);
  if (chosen.kind === "none") return free(say(noneSuch(input), "names no reminder that waits"));
  if (chosen.kind === "several") return say(which(chosen.reminders, input), "names several reminders");
  const { key, text } = chosen.reminder;
  if (when.kind === "ask")
    return asks(say(SAYS.newTime(remembered(text)), "the new time is open"), ASKS_NEW_TIME, { [LAST]: key });
  const subject = remembered(text);
  return setNow(input, { key, subject, when, text: SAYS.moved(subject, inWords(when)) });
}

export function answersNewTime(input: AgentInput, words: string): Decision {
  const key = input.session.datosCapturados[LAST];
  const reminder = input.reminders?.find((one) => one.key === key);
  if (reminder === undefined) return free(say(noneSuch(input), "the reminder no longer waits"));
  const when = readWhen(words, whenOf(input));
  if (when.kind === "ask") return say(when.question, "the new time is still open");
  const subject = remembered(reminder.text);
  return setNow(input, { key: reminder.key, subject, when, text: SAYS.moved(subject, inWords(when)) });
}

export function cancel(subject: string, input: AgentInput): Decision {
  const chosen = chooseReminder(input.reminders ?? [], subject, input.session.datosCapturados[LAST]);
  if (chosen.kind === "none") return say(noneSuch(input), "names no reminder that waits");
  if (chosen.kind === "several") return say(which(chosen.reminders, input), "names several reminders");
  const { key, text } = chosen.reminder;
  return { ...say(SAYS.cancelled(remembered(text)), "takes a reminder back"), reminders: [{ key, cancel: true }] };
}

/** What is said in place of one reminder too many; a reminder that moves makes room for itself. */
export function noRoom(input: AgentInput, when: Settled, moves: string | null): Decision | null {
  if (input.hasOptedOut === true) return free(say(SAYS.afterAlta, "the customer wants no message that we start"));
  const open = (input.reminders ?? []).filter(({ key }) => key !== moves);
  const rule = when.kind === "recurring" ? when.rule : null;
  switch (reminderRoom(open, { at: when.at, rule }, zoneOf(input))) {
    case "free":
      return null;
    case "full":
      return free(say(SAYS.tooMany, "as many reminders as a customer may have wait"));
    case "day_full":
      return free(say(SAYS.dayFull, "as many reminders as a day may have wait"));
  }
}

interface Setting {
  readonly key: string;
  readonly subject: string;
  readonly when: Settled;
  readonly text: string;
}

/** The customer asked for it and named the time in answer to our question. */
function setNow(input: AgentInput, { key, subject, when, text }: Setting): Decision {
  const refused = noRoom(input, when, key);
  if (refused !== null) return refused;
  const decision = say(withButtons(text), "the time is settled");
  return free({
    ...decision,
    reminders: [setReminder(key, subject, when, input)],
    stateUpdates: { newDatosCapturados: { [LAST]: key } },
  });
}

export function setReminder(key: string, subject: string, when: Settled, input: AgentInput): DecidedReminder {
  const zone = ownZone(input);
  const template = reminderTemplate(TEMPLATE, subject);
  const rule = when.kind === "recurring" ? { rule: when.rule } : {};
  return {
    key,
    at: when.at,
    ...rule,
    text: sayReminder(subject),
    template,
    isRequested: true,
    ...(zone === null ? {} : { timeZone: zone }),
  };
}

/** Unique in the conversation, and the same when the turn is decided again. */
export const newKey = ({ turnNumber }: AgentInput): string => `recordatorio-${turnNumber}`;

export const inWords = (when: Settled): string => (when.kind === "once" ? `el ${when.words}` : when.words);

export function reminderLine({ at, text, rule }: OpenReminder, input: AgentInput): string {
  const read = rule === null ? null : readRule(rule);
  const words = read === null || "fault" in read ? sayInstant(at, input.now, zoneOf(input)) : sayRule(read.rule);
  return `${remembered(text)}: ${words}`;
}

const bullet = (one: OpenReminder, input: AgentInput): string => `• ${reminderLine(one, input)}`;

export const listed = (open: readonly OpenReminder[], input: AgentInput): string =>
  open.length === 0 ? SAYS.noReminders : SAYS.list(open.map((one) => bullet(one, input)));

const which = (open: readonly OpenReminder[], input: AgentInput): string =>
  [SAYS.which, ...open.map((one) => bullet(one, input))].join("\n");

function noneSuch(input: AgentInput): string {
  const { reminders = [] } = input;
  return reminders.length === 0 ? SAYS.noReminders : `${SAYS.noneSuch} ${listed(reminders, input)}`;
}

function withButtons(body: string): DecidedMessage {
  const buttons = [
    { id: "change", title: CHANGE },
    { id: "cancel", title: CANCEL },
  ];
  return { content: { type: "buttons", body: oneStop(body), buttons }, templateId: null };
}
