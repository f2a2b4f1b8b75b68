import type { Agent, AgentInput, DecidedMessage, Decision } from "../../core/agent/agent.ts";
import { withArtifacts } from "../../core/agent/with-artifacts.ts";
import type { ContractName } from "../../core/artifacts/contracts.ts";
import { CONTRACT_NAMES } from "../../core/artifacts/contracts.ts";
import { DEFAULT_LOCALE } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import type { DecidedReminder, OpenReminder } from "../../core/outbound/reminder.ts";
import { remembered, reminderTemplate, sayReminder } from "../../core/outbound/said-reminder.ts";
import { readRule } from "../../core/time/read-rule.ts";
import { sayRule } from "../../core/time/say-rule.ts";
import { sayInstant } from "../../core/time/say-time.ts";
import { type ReadWhen, readWhen } from "../../nlu/read-when.ts";
import { chooseReminder } from "./choose-reminder.ts";
import { decideDocument } from "./decide-document.ts";
import { decideExpense } from "./decide-expense.ts";
import { decideNote } from "./decide-note.ts";
import { type Act, readAct } from "./read-act.ts";
import { readExpense } from "./read-expense.ts";
import { readNote } from "./read-note.ts";
import { say } from "./say.ts";
import { ASSISTANT_TEXTS, CANCEL, CHANGE, SAYS } from "./texts.ts";

/** A question of ours that waits for the customer's words, kept as the session's mode. */
const FREE = "libre";
const ASKS_TIME = "falta_hora";
const ASKS_SUBJECT = "falta_asunto";
const ASKS_NEW_TIME = "falta_nueva_hora";

/** The agent's own notes: the subject that waits for its time, and the key that was spoken of last. */
const SUBJECT = "_subject";
const LAST = "_last";

/** The approved template that says a reminder outside the 24-hour window. */
const TEMPLATE = { name: "recordatorio", language: "es_CO" };

type Settled = Exclude<ReadWhen, { kind: "ask" }>;

const byRules: Agent = {
  id: "assistant",
  name: "Asistente",
  description: "Personal assistant: reminders, once and recurring, notes and expenses, by rules in Spanish.",
  version: "1",
  initialMode: FREE,
  texts: ASSISTANT_TEXTS,
  tools: [
    ...["create_reminder", "track_expense", "undo_expense", "expense_summary"],
    ...["memory_query", "memory_upsert", "memory_forget"],
  ],
  messageTemplates: [{ ...TEMPLATE, category: "utility", variables: 1 }],
  memory: "always",
  // Shorter than the 24-hour window, so that the customer can still be told that nothing was set.
  confirmationTtlMs: { customer: 12 * 60 * 60_000 },
  decide,
};

interface Equipment {
  /** The artifacts that it may make (requirement F13). */
  readonly contracts: readonly ContractName[];
  /** Tools of its process beside its own: those of the web, where one is set up. */
  readonly tools: readonly string[];
}

/**
 * A shipped agent: a personal assistant by rules, which needs no key. What no rule knows and no document of the customer says
 * is said to be unknown, and nothing is done.
 */
export function openAssistant({ contracts, tools }: Equipment): Agent {
  const equipped = { ...byRules, tools: [...(byRules.tools ?? []), ...tools] };
  return withArtifacts(equipped, { contracts, tellsWhenNotMade: false });
}

export const assistant: Agent = openAssistant({ contracts: CONTRACT_NAMES, tools: [] });

async function decide(input: AgentInput): Promise<Decision> {
  const words = input.message.trim();
  if (words === "" && input.media?.includes("document") === true) return say(SAYS.documentCame, "a document came");
  if (words === "") return say(wordless(input), "no words");
  const expense = readExpense(words);
  if (expense !== null) return free(await decideExpense(expense, input));
  const note = readNote(words);
  if (note !== null) return free(await decideNote(note, input));
  const act = readAct(words, input.now);
  const { mode } = input.session;
  if (act.kind === "unknown" || act.kind === "drop") {
    if (act.kind === "drop" && mode !== FREE) return free(say(SAYS.dropped, "the customer drops what was asked"));
    if (mode === ASKS_TIME) return answersTime(input, words);
    if (mode === ASKS_NEW_TIME) return answersNewTime(input, words);
    if (mode === ASKS_SUBJECT && act.kind === "unknown") return answersSubject(input, words);
  }
  if (act.kind === "unknown") {
    const said = await decideDocument(words, input);
    if (said !== null) return said;
  }
  return carryOut(act, input);
}

function carryOut(act: Act, input: AgentInput): Decision {
  const open = input.reminders ?? [];
  switch (act.kind) {
    case "remind":
      return remind(act, input);
    case "list":
      return free(say(listed(open, input.now), "asks for the reminders"));
    case "cancel":
      return free(cancel(act.subject, input));
    case "move":
      return move(act, input);
    case "help":
      return free(say(SAYS.help, "asks what the assistant can do"));
    case "greeting":
      return free(say(SAYS.greeting, "greets"));
    case "thanks":
      return free(say(SAYS.thanks, "thanks"));
    case "drop":
    case "unknown":
      return say(SAYS.unknown, "no rule knows these words");
  }
}

function remind({ subject, when, isAsked }: Extract<Act, { kind: "remind" }>, input: AgentInput): Decision {
  if (subject === "") return asks(say(SAYS.whatToRemind, "the subject is missing"), ASKS_SUBJECT, {});
  if (when.kind === "ask") return asks(say(when.question, "the time is open"), ASKS_TIME, { [SUBJECT]: subject });
  const key = newKey(input);
  const rule = when.kind === "recurring" ? when.rule : null;
  const call = {
    callId: key,
    tool: "create_reminder",
    input: { key, text: subject, at: when.at.toISOString(), rule, template: TEMPLATE },
  };
  const why = isAsked ? "asks for a reminder" : "tells a plan: the policy asks before a reminder is set";
  const decision = say(withButtons(SAYS.set(subject, inWords(when))), why);
  return free({ ...decision, tools: [call], stateUpdates: { newDatosCapturados: { [LAST]: key } } });
}

function answersTime(input: AgentInput, words: string): Decision {
  const { [SUBJECT]: subject = "" } = input.session.datosCapturados;
  if (subject === "") return asks(say(SAYS.whatToRemind, "the subject is missing"), ASKS_SUBJECT, {});
  const when = readWhen(words, { now: input.now });
  if (when.kind === "ask") return say(when.question, "the time is still open");
  return setNow(newKey(input), subject, when, SAYS.set(subject, inWords(when)));
}

function answersSubject(input: AgentInput, words: string): Decision {
  return remind({ kind: "remind", subject: words, when: readWhen(words, { now: input.now }), isAsked: true }, input);
}

function move({ subject, when }: Extract<Act, { kind: "move" }>, input: AgentInput): Decision {
  const chosen = chooseReminder(input.reminders ?? [], subject, input.session.datosCapturados[LAST]);
  if (chosen.kind === "none") return free(say(noneSuch(input), "names no reminder that waits"));
  if (chosen.kind === "several") return say(which(chosen.reminders, input.now), "names several reminders");
  const { key, text } = chosen.reminder;
  if (when.kind === "ask")
    return asks(say(SAYS.newTime(remembered(text)), "the new time is open"), ASKS_NEW_TIME, { [LAST]: key });
  return setNow(key, remembered(text), when, SAYS.moved(remembered(text), inWords(when)));
}

function answersNewTime(input: AgentInput, words: string): Decision {
  const key = input.session.datosCapturados[LAST];
  const reminder = input.reminders?.find((one) => one.key === key);
  if (reminder === undefined) return free(say(noneSuch(input), "the reminder no longer waits"));
  const when = readWhen(words, { now: input.now });
  if (when.kind === "ask") return say(when.question, "the new time is still open");
  return setNow(reminder.key, remembered(reminder.text), when, SAYS.moved(remembered(reminder.text), inWords(when)));
}

function cancel(subject: string, input: AgentInput): Decision {
  const chosen = chooseReminder(input.reminders ?? [], subject, input.session.datosCapturados[LAST]);
  if (chosen.kind === "none") return say(noneSuch(input), "names no reminder that waits");
  if (chosen.kind === "several") return say(which(chosen.reminders, input.now), "names several reminders");
  const { key, text } = chosen.reminder;
  return { ...say(SAYS.cancelled(remembered(text)), "takes a reminder back"), reminders: [{ key, cancel: true }] };
}

/** The customer asked for it and named the time in answer to our question. */
function setNow(key: string, subject: string, when: Settled, text: string): Decision {
  const decision = say(withButtons(text), "the time is settled");
  return free({
    ...decision,
    reminders: [setReminder(key, subject, when)],
    stateUpdates: { newDatosCapturados: { [LAST]: key } },
  });
}

function setReminder(key: string, subject: string, when: Settled): DecidedReminder {
  const template = reminderTemplate(TEMPLATE, subject);
  const rule = when.kind === "recurring" ? { rule: when.rule } : {};
  return { key, at: when.at, ...rule, text: sayReminder(subject), template, isRequested: true };
}

/** Unique in the conversation, and the same when the turn is decided again. */
const newKey = ({ turnNumber }: AgentInput): string => `recordatorio-${turnNumber}`;

const inWords = (when: Settled): string => (when.kind === "once" ? `el ${when.words}` : when.words);

function lineOf({ at, text, rule }: OpenReminder, now: Date): string {
  const read = rule === null ? null : readRule(rule);
  const zone = packOf(DEFAULT_LOCALE).timeZone;
  const words = read === null || "fault" in read ? sayInstant(at, now, zone) : sayRule(read.rule);
  return `• ${remembered(text)}: ${words}`;
}

const listed = (open: readonly OpenReminder[], now: Date): string =>
  open.length === 0 ? SAYS.noReminders : SAYS.list(open.map((one) => lineOf(one, now)));

const which = (open: readonly OpenReminder[], now: Date): string =>
  [SAYS.which, ...open.map((one) => lineOf(one, now))].join("\n");

const noneSuch = ({ reminders = [], now }: AgentInput): string =>
  reminders.length === 0 ? SAYS.noReminders : `${SAYS.noneSuch} ${listed(reminders, now)}`;

function wordless({ inputClass }: AgentInput): string {
  if (inputClass === "STICKER_STANDBY") return ASSISTANT_TEXTS.sticker;
  if (inputClass === "UNSUPPORTED") return ASSISTANT_TEXTS.unsupported;
  return inputClass === "RICH_INPUT" || inputClass === "RICH_INPUT_TOOL_INTENT" ? ASSISTANT_TEXTS.richInput : SAYS.help;
}

function withButtons(body: string): DecidedMessage {
  const buttons = [
    { id: "change", title: CHANGE },
    { id: "cancel", title: CANCEL },
  ];
  return { content: { type: "buttons", body, buttons }, templateId: null };
}

/** The agent waits for no answer any more. */
function free(decision: Decision): Decision {
  return { ...decision, stateUpdates: { ...decision.stateUpdates, newMode: FREE, clearedDatos: [SUBJECT] } };
}

function asks(decision: Decision, mode: string, data: Readonly<Record<string, string>>): Decision {
  return { ...decision, stateUpdates: { newMode: mode, newDatosCapturados: data } };
}
