import * as z from "zod";
import type { AgentInput, Decision } from "../../core/agent/agent.ts";
import { stemsOf } from "../../core/knowledge/spanish-stems.ts";
import { foldLetters } from "../../core/plain-text.ts";
import { say } from "./say.ts";
import { SAYS } from "./texts.ts";

/** A passage that holds this share of the question's words, and two of them, is quoted as its answer. */
const ANSWERS_FROM = 0.6;
const FEWEST_WORDS = 2;
/** "¿Cuánto vale la lavadora?" names one thing: a passage that holds it answers. */
const ASKS_PRICE =
  /^(?:[¿\s]*)(?:y |oiga |oye |hola )?(?:cuanto|cuanta|a como|que precio|que valor|cual es el (?:precio|valor|costo))\b/u;
const PRICE_WORDS = new Set(
  "vale valen cuesta cuestan precio precios valor valores costo costos cobran sale salen".split(" "),
);
const NOTHING: ReadonlySet<string> = new Set();
const MOST_QUOTED = 2;
const LONGEST_QUOTE = 500;
/** Between the cells of a table, as documents are read. */
const CELL = " | ";

const found = z.object({
  passages: z.array(z.object({ title: z.string().nullable(), reference: z.string(), text: z.string() })),
});

/**
 * What no rule knows may ask for an artifact or stand in a document. null: neither. Where an artifact is asked for, these words
 * are said only when it cannot be made (`withArtifacts`).
 */
export async function decideDocument(words: string, input: AgentInput): Promise<Decision | null> {
  if (input.artifact !== undefined) return say(notMade(input), "asks for an artifact");
  const read = await input.tools.read("document_search", { text: words.slice(0, 1_000) });
  const parsed = found.safeParse(read.ok ? read.output : null);
  const best = (parsed.data?.passages ?? []).filter(({ text }) => answers(words, text)).slice(0, MOST_QUOTED);
  if (best.length === 0) return null;
  const quotes = best.map(({ title, reference, text }) =>
    SAYS.quoted(title === null ? reference : `${title}, ${reference}`, answerIn(words, text)),
  );
  return say(quotes.join("\n\n"), "a document answers");
}

/** The search's own share depends on how much else there is to find; in one short document it says little. */
function answers(question: string, text: string): boolean {
  const asksPrice = ASKS_PRICE.test(foldLetters(question));
  const asked = new Set(stemsOf(question, asksPrice ? PRICE_WORDS : NOTHING));
  const held = heldIn(text, asked);
  if (asksPrice && asked.size > 0 && held === asked.size) return true;
  return held >= FEWEST_WORDS && held / asked.size >= ANSWERS_FROM;
}

function heldIn(text: string, asked: ReadonlySet<string>): number {
  const said = new Set(stemsOf(text, NOTHING));
  return [...asked].filter((stem) => said.has(stem)).length;
}

/** The head of a table and the rows that the question names; any other text as a whole, in one line. */
function answerIn(question: string, text: string): string {
  const [head = "", ...rows] = text.split("\n").filter((row) => row.trim() !== "");
  const asked = new Set(stemsOf(question, PRICE_WORDS));
  const named = rows.filter((row) => heldIn(row, asked) > 0);
  const isTable = rows.length > 1 && [head, ...rows].every((row) => row.includes(CELL));
  return isTable && named.length > 0
    ? shortened([head, ...named].join("\n"))
    : shortened(text.replaceAll(/\s+/gu, " "));
}

function notMade({ artifact, model }: AgentInput): string {
  switch (artifact?.contract) {
    case "plan":
      return SAYS.listSteps;
    case "doc_extract":
      return SAYS.notInDocument;
    default:
      if (model == null || artifact?.search === "none") return SAYS.noBrief;
      return artifact?.search === "down" ? SAYS.searchDown : SAYS.fewSources;
  }
}

function shortened(text: string): string {
  const said = text.trim();
  return said.length <= LONGEST_QUOTE ? said : `${said.slice(0, LONGEST_QUOTE)}…`;
}
