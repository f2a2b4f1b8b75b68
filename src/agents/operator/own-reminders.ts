import type { AgentInput, Decision } from "../../core/agent/agent.ts";
import type { OpenReminder } from "../../core/outbound/reminder.ts";
import { remembered } from "../../core/outbound/said-reminder.ts";
import { readWhen } from "../../nlu/time/read-when.ts";
import { chooseReminder } from "../assistant/choose-reminder.ts";
import { inWords, newKey, noRoom, reminderLine, setReminder } from "../assistant/decide-reminder.ts";
import { whenOf } from "../assistant/place.ts";
import { subjectOf } from "../assistant/subject-of.ts";
import type { Asked } from "./read-command.ts";
import { say } from "./say.ts";
import { SAYS } from "./texts.ts";

/** A member's reminder to themselves, in words. It is set with this turn, or nothing is and the time is asked for. */
export function remindMember({ words }: Extract<Asked, { kind: "recordar" }>, input: AgentInput): Decision {
  const subject = subjectOf(words);
  if (subject === "") return say(SAYS.incomplete.recordar, "the subject of the reminder is missing");
  const when = readWhen(words, whenOf(input));
  if (when.kind === "ask") return say(SAYS.remindWhen(when.question), "the time of the reminder is open");
  const refused = noRoom(input, when, null);
  if (refused !== null) return say(textOf(refused), refused.why.join("; "));
  const reminder = setReminder(newKey(input), subject, when, input);
  return {
    ...say(SAYS.reminded(subject, inWords(when)), "sets a reminder of the member's own"),
    reminders: [reminder],
  };
}

/** The member's own reminders, numbered; or one of them taken back, by its number or its words. */
export function ownReminders({ takesBack }: Extract<Asked, { kind: "recordatorios" }>, input: AgentInput): Decision {
  const { reminders: open = [] } = input;
  const lines = open.map((one, at) => `${at + 1}. ${reminderLine(one, input)}`);
  if (open.length === 0) return say(SAYS.noReminders, "no reminder waits");
  if (takesBack === null) return say(SAYS.reminders(lines), "lists the member's reminders");
  const chosen = chosenOf(open, takesBack);
  if (chosen === null) return say(SAYS.whichReminder(lines), "names none of the reminders, or several");
  const { key, text } = chosen;
  return { ...say(SAYS.notReminded(remembered(text)), "takes a reminder back"), reminders: [{ key, cancel: true }] };
}

function chosenOf(open: readonly OpenReminder[], words: string): OpenReminder | null {
  if (/^\d{1,2}$/u.test(words)) return open[Number(words) - 1] ?? null;
  const chosen = chooseReminder(open, words, undefined);
  return chosen.kind === "one" ? chosen.reminder : null;
}

const textOf = ({ messages }: Decision): string => messages.map(({ text = "" }) => text).join("\n");
