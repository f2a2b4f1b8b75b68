import * as z from "zod";
import type { AgentInput, Decision } from "../../core/agent/agent.ts";
import { notesAbout } from "./decide-note.ts";
import type { LookupAct } from "./read-lookup.ts";
import { say } from "./say.ts";
import { SAYS } from "./texts.ts";

/** A passage that shares less with the question is about something else. */
const LEAST_SHARE = 0.3;
const MOST_PASSAGES = 3;
const MOST_PAGES = 3;
const MOST_CHARACTERS = 400;

const found = z.object({
  passages: z.array(
    z.object({ title: z.string().nullable(), reference: z.string(), text: z.string(), share: z.number() }),
  ),
  documents: z.array(z.object({ title: z.string().nullable(), status: z.string(), sentence: z.string().nullable() })),
});
const pages = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), snippet: z.string() })),
});

/** Finds what the customer's own documents and notes say, or pages of the web. It needs no model: it says what it found. */
export async function decideLookup(act: LookupAct, input: AgentInput): Promise<Decision> {
  switch (act.kind) {
    case "documents":
      return listDocuments(input);
    case "in_documents":
      return sayFound(act.words, { withNotes: false }, input);
    case "anywhere":
      return sayFound(act.words, { withNotes: true }, input);
    case "web":
      return searchWeb(act.words, input);
  }
}

async function listDocuments(input: AgentInput): Promise<Decision> {
  const read = await search("documentos", input);
  if (read === null) return say(SAYS.noLookup, "the documents could not be read");
  if (read.documents.length === 0) return say(SAYS.noDocuments, "there are no documents");
  const lines = read.documents.map(
    ({ title, status, sentence }) =>
      `• ${title ?? SAYS.untitled}${sentence === null ? (status === "waiting" ? SAYS.stillReading : "") : `: ${sentence}`}`,
  );
  return say(SAYS.documents(lines), "asks for the documents");
}

async function sayFound(
  words: string,
  { withNotes }: { readonly withNotes: boolean },
  input: AgentInput,
): Promise<Decision> {
  const read = await search(words, input);
  const notes = withNotes ? await notesAbout(words, input) : [];
  if (read === null || notes === null) return say(SAYS.noLookup, "the documents or notes could not be read");
  const passages = read.passages
    .filter(({ share }) => share >= LEAST_SHARE)
    .slice(0, MOST_PASSAGES)
    .map(({ title, reference, text }) => `«${cut(text)}» (${title ?? SAYS.untitled}, ${reference})`);
  const noted = notes.map(({ value }) => `• ${value}`);
  if (passages.length + noted.length === 0) {
    const unread = read.documents.some(({ status }) => status === "waiting");
    return say(unread ? SAYS.notReadYet : SAYS.nothingFound(words), "nothing was found in documents and notes");
  }
  const parts = [...(noted.length === 0 ? [] : [SAYS.notes(noted)]), ...passages];
  return say(parts.join("\n\n"), `${passages.length} passages and ${noted.length} notes were found`);
}

async function searchWeb(words: string, { tools }: AgentInput): Promise<Decision> {
  const read = await tools.read("web.search", { query: words.slice(0, 400), limit: MOST_PAGES });
  if (!read.ok) {
    return read.error === "unknown_tool" || read.error === "denied"
      ? say(SAYS.noEngine, "no search engine is configured")
      : say(SAYS.webDown, `the web could not be searched: ${read.code}`);
  }
  const { results } = pages.parse(read.output);
  if (results.length === 0) return say(SAYS.nothingOnWeb(words), "the web has nothing");
  const lines = results.map(({ title, url, snippet }) => `*${cut(title, 100)}*\n${cut(snippet, 200)}\n${url}`);
  return say(SAYS.onWeb(lines), `${results.length} pages were found`);
}

async function search(text: string, { tools }: AgentInput): Promise<z.output<typeof found> | null> {
  const read = await tools.read("document_search", { text });
  return read.ok ? found.parse(read.output) : null;
}

const cut = (text: string, most = MOST_CHARACTERS): string => {
  const plain = text.replace(/\s+/gu, " ").trim();
  return [...plain].length <= most ? plain : `${[...plain].slice(0, most - 1).join("")}…`;
};
