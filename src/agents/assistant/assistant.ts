import type { Agent, AgentInput, Decision } from "../../core/agent/agent.ts";
import { asksForExtract } from "../../core/artifacts/asks-for-extract.ts";
import { CONTRACT_NAMES, type ContractName } from "../../core/artifacts/contracts.ts";
import { readMemoryWish } from "../../core/memory/memory-wish.ts";
import { withArtifacts } from "../requests/with-requests.ts";
import { CHAT_TOOLS, chat } from "./chat.ts";
import { decideDocument } from "./decide-document.ts";
import { answersExpense, decideExpense } from "./decide-expense.ts";
import { decideKnown, hearTold } from "./decide-known.ts";
import { decideLookup } from "./decide-lookup.ts";
import { decideMessage } from "./decide-message.ts";
import { decideNote } from "./decide-note.ts";
import {
  answersNewTime,
  answersSubject,
  answersTime,
  cancel,
  listed,
  move,
  remind,
  TEMPLATE,
} from "./decide-reminder.ts";
import { decideZone } from "./decide-zone.ts";
import { ASKS_EXPENSE, ASKS_NEW_TIME, ASKS_SUBJECT, ASKS_TIME, FREE, free } from "./open-question.ts";
import { whenOf } from "./place.ts";
import { type Act, readAct } from "./read-act.ts";
import { readExpense } from "./read-expense.ts";
import { type LookupAct, readLookup } from "./read-lookup.ts";
import { readMessage } from "./read-message.ts";
import { readNote } from "./read-note.ts";
import { say } from "./say.ts";
import { ASSISTANT_TEXTS, SAYS } from "./texts.ts";

const byRules: Agent = {
  id: "assistant",
  name: "Asistente",
  description:
    "Personal assistant: reminders, notes, expenses, your documents, by rules in Spanish; it chats where there is a model.",
  version: "2",
  initialMode: FREE,
  texts: ASSISTANT_TEXTS,
  tools: [
    ...["create_reminder", "schedule_meeting", "track_expense", "undo_expense", "expense_summary"],
    ...["memory_query", "memory_upsert", "memory_forget", "team_member_find", "send_whatsapp_message"],
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
 * a model answers, where there is one; else it is said to be unknown, and nothing is done.
 */
export function openAssistant({ contracts, tools }: Equipment): Agent {
  const given = [...(byRules.tools ?? []), ...tools];
  const equipped = { ...byRules, tools: given, offers: CHAT_TOOLS.filter((name) => given.includes(name)) };
  return withArtifacts(equipped, { contracts, tellsWhenNotMade: false });
}

export const assistant: Agent = openAssistant({ contracts: CONTRACT_NAMES, tools: [] });

async function decide(input: AgentInput): Promise<Decision> {
  const words = input.message.trim();
  if (words === "" && input.media?.includes("document") === true) return say(SAYS.documentCame, "a document came");
  if (words === "") return say(wordless(input), "no words");
  const expense = readExpense(words);
  if (expense !== null) return decideExpense(expense, input);
  const note = readNote(words);
  if (note !== null) return free(await decideNote(note, input));
  const zone = decideZone(words, input);
  if (zone !== null) return free(zone);
  const act = readAct(words, whenOf(input));
  const { mode } = input.session;
  if (act.kind === "unknown" || act.kind === "drop") {
    if (act.kind === "drop" && mode !== FREE) return free(say(SAYS.dropped, "the customer drops what was asked"));
    if (mode === ASKS_TIME) return answersTime(input, words);
    if (mode === ASKS_NEW_TIME) return answersNewTime(input, words);
    const answered = mode === ASKS_EXPENSE ? answersExpense(input, words) : null;
    if (answered !== null) return answered;
    if (mode === ASKS_SUBJECT && act.kind === "unknown") return answersSubject(input, words);
  }
  if (act.kind === "unknown" || act.kind === "help")
    return (await decideOther(words, act, input)) ?? carryOut(act, input);
  return carryOut(act, input);
}

/** What no rule of the calendar, the money and the notes knows; null when nothing and no model knows it either. */
async function decideOther(words: string, act: Act, input: AgentInput): Promise<Decision | null> {
  const message = readMessage(words);
  if (message !== null) return free(await decideMessage(message, input));
  const lookup = readLookup(words);
  if (lookup !== null && isOfTheirOwn(lookup)) return free(await decideLookup(lookup, input));
  if (readMemoryWish(words)?.kind === "forget")
    return free(say(SAYS.nothingToForget, "asks to forget what is not kept"));
  // "Trabajo en una panadería" tells, whatever else its words are like.
  const told = act.kind === "unknown" && input.model == null ? hearTold(words) : null;
  if (told !== null) return free(told);
  if (act.kind === "unknown" || input.artifact !== undefined) {
    const said = await decideDocument(words, input);
    if (said !== null) return said;
  }
  if (lookup !== null) return free(await decideLookup(lookup, input));
  if (act.kind !== "unknown") return null;
  const said = (await chat(input)) ?? (await decideKnown(words, input)) ?? (await askForDocument(words, input));
  return said === null ? null : free(said);
}

/** "Sáqueme la tabla de precios", with nothing to take it from: what is there is said, or that none has come. */
async function askForDocument(words: string, input: AgentInput): Promise<Decision | null> {
  return asksForExtract(words) === null ? null : decideLookup({ kind: "documents" }, input);
}

/** "Busca la póliza": a thing that the customer has. "Busca pólizas de salud con fuentes" asks for a brief. */
function isOfTheirOwn(lookup: LookupAct): boolean {
  return lookup.kind === "anywhere" && /^(?:mis?|el|la|los|las) (?:\S+ ?){1,6}$/u.test(lookup.words);
}

function carryOut(act: Act, input: AgentInput): Decision {
  const open = input.reminders ?? [];
  switch (act.kind) {
    case "remind":
      return remind(act, input);
    case "list":
      return free(say(listed(open, input), "asks for the reminders"));
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

function wordless({ inputClass }: AgentInput): string {
  if (inputClass === "STICKER_STANDBY") return ASSISTANT_TEXTS.sticker;
  if (inputClass === "UNSUPPORTED") return ASSISTANT_TEXTS.unsupported;
  return inputClass === "RICH_INPUT" || inputClass === "RICH_INPUT_TOOL_INTENT" ? ASSISTANT_TEXTS.richInput : SAYS.help;
}
