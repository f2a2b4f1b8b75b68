import { expect, test } from "vitest";
import type { ConfirmationId, EventId } from "../../../src/core/ids.ts";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import type { OpenQuestion } from "../../../src/core/tool-calls/confirmation.ts";
import { readAnswers, type Word } from "../../../src/core/turn/read-answers.ts";
import { readAcknowledgement } from "../../../src/nlu/clauses/acknowledgement.ts";

const ONE = "0195d6a0-0000-7000-8000-000000000001";
const TWO = "0195d6a0-0000-7000-8000-000000000002";
const ASKED_AT = new Date("2026-11-02T15:00:00Z");
const LATER = new Date("2026-11-02T15:00:09Z");

const question = (id: string, overrides: Partial<OpenQuestion> = {}): OpenQuestion => ({
  id: id as ConfirmationId,
  question: "¿Lo hago?",
  lastWordAt: ASKED_AT,
  messageIds: [`wamid.${id}`],
  ...overrides,
});
let n = 0;
const word = (content: MessageContent, overrides: Partial<Word> = {}): Word => ({
  eventId: `event-${++n}` as EventId,
  speaker: "whatsapp",
  content,
  text: content.type === "text" ? content.body : "",
  at: LATER,
  replyTo: null,
  ...overrides,
});
const text = (body: string, overrides: Partial<Word> = {}) => word({ type: "text", body }, overrides);
const tap = (id: string, answer: "yes" | "no") =>
  word({ type: "button", title: "Sí", payload: `confirm:${id}:${answer}` });

const OPEN = [question(ONE)];
const SAID_SINCE = [question(ONE, { lastWordAt: null })];
const TWO_OPEN = [question(ONE, { lastWordAt: null }), question(TWO)];

/** given: `+` yes, `-` no; unclear: ids asked again; used: how many words are not for the agent. */
test.each<[string, Word[], OpenQuestion[], { given: string[]; unclear: string[]; used: number; isClosed?: true }]>([
  ["a tap on yes", [tap(ONE, "yes")], OPEN, { given: [`+${ONE}`], unclear: [], used: 1 }],
  ["a tap on no", [tap(ONE, "no")], OPEN, { given: [`-${ONE}`], unclear: [], used: 1 }],
  ["a tap counts whatever was said since", [tap(ONE, "yes")], SAID_SINCE, { given: [`+${ONE}`], unclear: [], used: 1 }],
  ["a tap on another question", [tap(TWO, "yes")], OPEN, { given: [], unclear: [], used: 1, isClosed: true }],
  ["a tap where nothing is open", [tap(ONE, "yes")], [], { given: [], unclear: [], used: 1, isClosed: true }],
  ["the same tap twice", [tap(ONE, "yes"), tap(ONE, "yes")], OPEN, { given: [`+${ONE}`], unclear: [], used: 2 }],
  ["yes and no", [tap(ONE, "yes"), text("no")], OPEN, { given: [], unclear: [ONE], used: 2 }],
  ["a plain yes to our last word", [text("sí señora")], OPEN, { given: [`+${ONE}`], unclear: [], used: 1 }],
  ["a plain no to our last word", [text("no, gracias")], OPEN, { given: [`-${ONE}`], unclear: [], used: 1 }],
  [
    "a yes that came before the question left",
    [text("sí", { at: ASKED_AT })],
    OPEN,
    { given: [], unclear: [ONE], used: 0 },
  ],
  ["a yes to what was said since", [text("sí")], SAID_SINCE, { given: [], unclear: [ONE], used: 0 }],
  ["a yes to one of two", [text("sí")], TWO_OPEN, { given: [], unclear: [ONE, TWO], used: 1 }],
  [
    "a yes that quotes one of two",
    [text("sí", { replyTo: `wamid.${ONE}` })],
    TWO_OPEN,
    { given: [`+${ONE}`], unclear: [], used: 1 },
  ],
  ["a yes that quotes something else", [text("sí", { replyTo: "wamid.x" })], OPEN, { given: [], unclear: [], used: 0 }],
  ["an ok to our last word", [text("ok")], OPEN, { given: [], unclear: [ONE], used: 1 }],
  ["an ok to something else", [text("ok")], SAID_SINCE, { given: [], unclear: [], used: 0 }],
  ["thanks", [text("gracias")], OPEN, { given: [], unclear: [], used: 0 }],
  ["a yes with a condition", [text("sí, pero cuánto cuesta")], OPEN, { given: [], unclear: [], used: 0 }],
  ["other words", [text("cuánto se demora?")], OPEN, { given: [], unclear: [], used: 0 }],
  [
    "a yes, and a question beside it",
    [tap(ONE, "yes"), text("cuánto se demora?")],
    OPEN,
    { given: [`+${ONE}`], unclear: [], used: 1 },
  ],
])("%s", (_, words, open, expected) => {
  const answers = readAnswers(words, open, readAcknowledgement);
  expect({
    given: answers.given.map(
      ({ decision, confirmationId }) => `${decision === "approve" ? "+" : "-"}${confirmationId}`,
    ),
    unclear: answers.unclear.map(({ id }) => id),
    used: answers.used.size,
    ...(answers.isClosed ? { isClosed: true } : {}),
  }).toEqual(expected);
});
