import type { AgentInput, Decision } from "../../core/agent/agent.ts";
import { asksToRemember, sensitivityOf } from "../../core/memory/read-facts.ts";
import { plainText } from "../../core/plain-text.ts";
import type { NoteAct } from "./read-note.ts";
import { say } from "./say.ts";
import { SAYS } from "./texts.ts";

const MOST_CHARACTERS = 200;
const NOTE = "note";
const MOST_FACTS_READ = 20;

interface Note {
  readonly id: string;
  readonly value: string;
}

/** A note is a fact that the customer dictates: it rests on the tools of the memory. */
export async function decideNote(act: NoteAct, input: AgentInput): Promise<Decision> {
  switch (act.kind) {
    case "keep":
      return keep(act.text, input);
    case "list":
      return show(await notesOf({}, input));
    case "find":
      return show(await notesAbout(act.words, input));
    case "forget":
      return forget(await notesAbout(act.words, input));
  }
}

function keep(text: string, { message }: AgentInput): Decision {
  if (text.length > MOST_CHARACTERS) return say(SAYS.longNote, "the note is too long");
  const sensitivity = sensitivityOf(NOTE, text);
  if (sensitivity === "payment") return say(SAYS.secretNote, "cards and accounts are never kept");
  if (sensitivity !== "plain" && !asksToRemember(message)) {
    return say(SAYS.askedNote(text), "a sensitive fact is kept only at the customer's word");
  }
  const call = { callId: NOTE, tool: "memory_upsert", input: { key: NOTE, value: text, quote: text } };
  return { ...say(SAYS.noted(text), "dictates a note"), tools: [call] };
}

function show(notes: readonly Note[] | null): Decision {
  if (notes === null) return say(SAYS.noMemory, "the notes could not be read");
  if (notes.length === 0) return say(SAYS.noNotes, "no such note");
  return say(SAYS.notes(notes.map(({ value }) => `• ${value}`)), "asks for notes");
}

function forget(notes: readonly Note[] | null): Decision {
  if (notes === null) return say(SAYS.noMemory, "the notes could not be read");
  const [note, ...others] = notes;
  if (note === undefined) return say(SAYS.noNotes, "no such note");
  if (others.length > 0) return say(SAYS.whichNote(notes.map(({ value }) => `• ${value}`)), "names several notes");
  const call = { callId: NOTE, tool: "memory_forget", input: { ids: [note.id] } };
  return { ...say(SAYS.forgotten(note.value), "takes a note back"), tools: [call] };
}

/** The notes with most of these words; else those that the memory finds, which may be older. */
export async function notesAbout(words: string, input: AgentInput): Promise<readonly Note[] | null> {
  const newest = await notesOf({}, input);
  if (newest === null) return null;
  const wanted = plainText(words)
    .split(" ")
    .filter((word) => word.length > 2);
  const shares = newest.map(({ value }) => {
    const said = plainText(value).split(" ");
    return wanted.filter((word) => said.includes(word)).length;
  });
  const best = Math.max(0, ...shares);
  return best > 0 ? newest.filter((_, index) => shares[index] === best) : notesOf({ text: words }, input);
}

/** The notes among the facts, newest first; null when the tool did not answer. */
async function notesOf(asked: { readonly text?: string }, { tools }: AgentInput): Promise<readonly Note[] | null> {
  const read = await tools.read("memory_query", { ...asked, limit: MOST_FACTS_READ });
  if (!read.ok || !hasFacts(read.output)) return null;
  return read.output.facts.flatMap((fact): Note[] => (isFact(fact) && fact.key === NOTE ? [fact] : []));
}

const hasFacts = (output: unknown): output is { readonly facts: readonly unknown[] } =>
  typeof output === "object" && output !== null && "facts" in output && Array.isArray(output.facts);

const isFact = (fact: unknown): fact is Note & { readonly key: string } =>
  typeof fact === "object" && fact !== null && "id" in fact && "key" in fact && "value" in fact;
