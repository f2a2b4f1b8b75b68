import * as z from "zod";
import type { AgentInput, Decision } from "../../core/agent/agent.ts";
import { stemsOf } from "../../core/knowledge/spanish-stems.ts";
import { readFacts, sensitivityOf } from "../../core/memory/read-facts.ts";
import { plainText } from "../../core/plain-text.ts";
import { civilNow } from "../../core/time/civil-day.ts";
import { sayDay } from "../../core/time/say-time.ts";
import { localeOf, zoneOf } from "./place.ts";
import { say } from "./say.ts";
import { SAYS } from "./texts.ts";

const MOST_FACTS = 3;
const MOST_READ = 20;
const LEAST_SHARE = 0.5;
const LONGEST_NOTE = 200;
const NOTHING: ReadonlySet<string> = new Set();

const found = z.object({ facts: z.array(z.object({ quote: z.string(), value: z.string(), saidAt: z.string() })) });

const ASKS =
  /^(?:y )?(?:que|cual|cuales|cuando|cuanto|cuanta|cuantos|cuantas|donde|en donde|como|quien|a que|en que|de que|con quien) /u;
/** Words about the customer's own affairs: that nothing is kept of them is said, and they are not called unknown. */
const OF_THEIRS = /\b(?:mi|mis|me|yo|tengo|debo|soy|vivo|trabajo|cumplo|prefiero|naci)\b/u;
const ASKS_NAME = /^(?:y )?(?:como me llamo|cual es mi nombre|sabes? como me llamo|sabes? mi nombre)$/u;
/** "Mi placa es KLM123", "el técnico viene los lunes": a thing and what is said of it. */
const TELLS =
  /^(?:mi|mis|el|la|los|las) .{2,60}? (?:es|son|esta|estan|queda|quedan|vive|viene|vence|cuesta|vale|se llama) .{1,120}$/u;

/**
 * What the customer tells of themselves is heard: the facts are kept with this very turn (`learnFacts`). null when a message tells nothing.
 */
export function hearTold(words: string): Decision | null {
  const told = readFacts(words);
  if (told.length === 0) return null;
  if (told.some(({ sensitivity }) => sensitivity === "payment")) return say(SAYS.secretNote, "cards are never kept");
  const kept = told.filter(({ sensitivity, kind }) => sensitivity === "plain" || kind === "requested");
  if (kept.length > 0) return say(SAYS.heard(kept.map(({ quote }) => `«${quote}»`)), "tells of themselves");
  // What is sensitive is asked about behind these words, once.
  return say(SAYS.thanksForTelling, "tells something sensitive");
}

/**
 * What the customer asks about their own affairs is answered in their own words, by rules and with no model. null when the words are
 * about something else.
 */
export async function decideKnown(words: string, input: AgentInput): Promise<Decision | null> {
  const plain = plainText(words);
  if (words.includes("?") || ASKS.test(`${plain} `)) return recall(plain, words, input);
  const told = hearTold(words);
  if (told !== null) return told;
  if (!TELLS.test(plain) || words.length > LONGEST_NOTE || words.includes("\n")) return null;
  return sensitivityOf(words) === "payment"
    ? say(SAYS.secretNote, "keys and cards are never kept")
    : say(SAYS.offersNote(words), "tells something that no rule keeps");
}

async function recall(plain: string, words: string, input: AgentInput): Promise<Decision | null> {
  const name = input.memory?.profile?.displayName ?? null;
  if (name !== null && ASKS_NAME.test(plain)) return say(SAYS.yourName(name), "asks for their own name");
  const facts = await factsAbout(words, input);
  if (facts === null) return null;
  if (facts.length === 0) return OF_THEIRS.test(plain) ? say(SAYS.notTold, "nothing is kept of what is asked") : null;
  const lines = facts.map(
    ({ quote, saidAt }) => `• «${quote}» (${sayDay(civilNow(new Date(saidAt), zoneOf(input)).today, localeOf(input))})`,
  );
  return say(SAYS.told(lines), `${facts.length} facts answer`);
}

/** What the memory finds, else the newest facts that share half of the question's words; null when the tool did not answer. */
async function factsAbout(words: string, { tools }: AgentInput): Promise<z.output<typeof found>["facts"] | null> {
  const read = await tools.read("memory_query", { text: words.slice(0, 1_000), limit: MOST_FACTS });
  if (!read.ok) return null;
  const { facts } = found.parse(read.output);
  const asked = [...new Set(stemsOf(words, NOTHING))].filter((stem) => stem.length > 2);
  if (facts.length > 0 || asked.length === 0) return facts;
  const newest = await tools.read("memory_query", { limit: MOST_READ });
  if (!newest.ok) return null;
  const shares = (quote: string) => {
    const said = new Set(stemsOf(quote, NOTHING));
    return asked.filter((stem) => said.has(stem)).length / asked.length;
  };
  return found
    .parse(newest.output)
    .facts.filter(({ quote }) => shares(quote) >= LEAST_SHARE)
    .slice(0, MOST_FACTS);
}
