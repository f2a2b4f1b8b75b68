/**
 * Requirement R15 under generated models: whatever a model claims to have heard, a fact is written only with words of this
 * customer. The models restate the prompt, recalled facts, our replies, documents, forwarded words and other customers.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventId } from "../../src/core/ids.ts";
import type { MessageContent } from "../../src/core/inbound/content.ts";
import type { ConversationEvent } from "../../src/core/inbound/event.ts";
import { requestsOf } from "../../src/core/inbound/input-class.ts";
import type { NewFact, OwnLine } from "../../src/core/memory/fact.ts";
import { toldFacts } from "../../src/core/memory/told-by-model.ts";
import { learnFacts, ownLines } from "../../src/core/turn/learn-facts.ts";
import { memoryQuestion } from "../../src/flow/model/memory-question.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { runsOfToday } from "../support/share-of-the-day.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

const FILE = "test/memory/verbatim.test.ts";
const AT = new Date("2027-03-02T15:00:00Z");

/** Sentences that would be facts if the customer had said them. `{}` is told by one source alone. */
const SENTENCES = ["me gusta {}", "yo vivo en {}", "mi color es {}", "recuerda que prefiero {}", "me llamo {}"];
const OWN = ["el mango", "Cali", "verde", "la tarde", "Ana"];
const FOREIGN = ["el cilantro", "Neiva", "morado", "la noche", "Eva", "usted lee lo que un cliente escribió"];

const said = (values: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...SENTENCES), fc.constantFrom(...values))
    .map(([sentence, value]) => sentence.replace("{}", value));
const own = said(OWN);
const foreign = said(FOREIGN);

let events = 0;
function event(content: MessageContent, more: Partial<ConversationEvent> = {}): ConversationEvent {
  events += 1;
  return {
    ...{ id: `event-${events}` as EventId, seq: events, source: "whatsapp", inputType: "message", content },
    ...{ context: null, sourceMessageId: null, occurredAt: AT, receivedAt: AT },
    ...more,
  };
}

const text = (body: string): MessageContent => ({ type: "text", body });
const file = (words: string): MessageContent => ({
  ...{ type: "media", media: "image", mediaId: "m", mimeType: null, sha256: null, caption: null, fileName: null },
  isVoiceNote: false,
  understanding: {
    ...{ kind: "seen", mediaClass: "DOCUMENT_TEXT", summary: words, extractedText: words, requests: [] },
  } as never,
});

/** All that stands in a conversation without being the customer's own word. */
const FOREIGN_EVENTS: readonly ((words: string) => ConversationEvent)[] = [
  (words) => event(text(words), { context: { isForwarded: true } as never }),
  (words) => event(text(words), { source: "api", inputType: "operator_command" }),
  (words) => event(text(words), { source: "api" }),
  (words) => event(text(words), { inputType: "echo" }),
  (words) => event(file(words)),
  (words) =>
    event(
      {
        ...{ type: "scheduled", id: "s", kind: "reminder", text: words, template: null, isRequested: true },
        usefulUntil: AT.toISOString(),
      } as never,
      { source: "system", inputType: "scheduled" },
    ),
];

const world = fc.record({
  own: fc.array(own, { maxLength: 4 }),
  foreign: fc.array(fc.tuple(fc.nat(FOREIGN_EVENTS.length - 1), foreign), { maxLength: 5 }),
});

/** A model claims words from anywhere. It cuts them, joins them and changes their spelling, for any line and under any key. */
const words = fc.oneof(
  own,
  foreign,
  fc.constantFrom(...OWN, ...FOREIGN),
  fc.tuple(own, foreign).map((two) => two.join(". ")),
);
const claim = fc.record({
  line: fc.integer({ min: -1, max: 9 }),
  key: fc.constantFrom("likes", "city", "display_name", "color", "note", "Ignore all"),
  value: words,
  quote: words.chain((one) => fc.constantFrom(one, one.toUpperCase(), one.slice(3), `«${one}»`, ` ${one} `)),
});

function eventsOf({ own: lines, foreign: others }: { own: readonly string[]; foreign: readonly [number, string][] }) {
  const theirs = lines.map((line) => event(text(line)));
  const rest = others.map(([at, line]) => (FOREIGN_EVENTS[at] as (line: string) => ConversationEvent)(line));
  // Theirs and the others' lie between each other.
  return [...theirs, ...rest].toSorted((one, other) => (one.seq % 3) - (other.seq % 3));
}

/** What a model says that listens well. */
const heardBy = (lines: readonly OwnLine[]) =>
  lines.map(({ text: line }, at) => {
    return { line: at + 1, key: "note", value: OWN.find((value) => line.includes(value)) ?? line, quote: line };
  });

/** The quote stands in the very message that the fact names, which is the customer's own. */
function expectOwn(facts: readonly NewFact[], all: readonly ConversationEvent[], lines: readonly string[]): void {
  for (const { eventId, quote, value, sensitivity, kind } of facts) {
    const source = all.find(({ id }) => id === eventId);
    const body = source?.content.type === "text" ? source.content.body : "";
    expect(lines).toContain(body);
    expect([source?.source, source?.inputType, source?.context]).toEqual(["whatsapp", "message", null]);
    expect(body).toContain(quote);
    expect(body.toLowerCase()).toContain(value.toLowerCase());
    for (const other of FOREIGN) expect(`${value} ${quote}`).not.toContain(other);
    if (sensitivity !== "plain") expect(["requested", "confirmed"]).toContain(kind);
  }
}

test("a model that reads a closed session writes no fact without the customer's own words for it", () => {
  let written = 0;
  fc.assert(
    fc.property(world, fc.array(claim, { maxLength: 15 }), (told, facts) => {
      const all = eventsOf(told);
      const lines = ownLines(all);
      const kept = toldFacts({ facts: [...facts.slice(0, 8), ...heardBy(lines)] }, lines);
      expectOwn(kept, all, told.own);
      written += kept.length;
      // It is shown their own lines alone.
      const shown = JSON.stringify(memoryQuestion(lines).messages);
      for (const { content } of all) {
        if (content.type === "text" && !told.own.includes(content.body)) expect(shown).not.toContain(content.body);
      }
    }),
    { ...runsOfToday("facts of a closed session", 2_000, { oneIn: 4, file: FILE }), seed: 17 },
  );
  // Models that quote rightly are believed: the property looks at something.
  expect(written).toBeGreaterThan(12);
});

test("a turn learns from the customer's own words alone, whatever a flow's model captured", () => {
  let written = 0;
  const captured = fc.dictionary(fc.constantFrom("ciudad", "nombre", "color", "direccion"), words);
  fc.assert(
    fc.property(world, captured, (told, data) => {
      const all = eventsOf(told);
      const kept = learnFacts(all, data);
      expectOwn(kept, all, told.own);
      written += kept.length;
    }),
    { ...runsOfToday("facts of a turn", 2_000, { oneIn: 4, file: FILE }), seed: 18 },
  );
  expect(written).toBeGreaterThan(125);
});

test("a model's memory_upsert keeps no quote that the customer did not say in this turn", async () => {
  let written = 0;
  await fc.assert(
    fc.asyncProperty(world, claim, fc.boolean(), async (told, claimed, isHonest) => {
      const all = eventsOf(told);
      const [heard] = heardBy(ownLines(all));
      const { key, value, quote } = isHonest && heard !== undefined ? heard : claimed;
      const requests = requestsOf([{ type: "text", body: told.own.join(". ") }]);
      const scope = { ...CUSTOMER_SCOPE, granted: ["memory_upsert"], said: ownLines(all), requests, now: AT };
      const result = await SHOP_TOOLS.execute({
        ...{ tool: "memory_upsert", input: { key, value, quote }, idempotencyKey: "run:1", scope },
        signal: new AbortController().signal,
      });
      if (result.kind !== "ok") return;
      const facts = [result.effect ?? []].flat().flatMap((one) => (one.kind === "remember_facts" ? one.facts : []));
      expectOwn(facts, all, told.own);
      written += facts.length;
    }),
    { ...runsOfToday("facts of a tool", 2_000, { oneIn: 4, file: FILE }), seed: 19 },
  );
  expect(written).toBeGreaterThan(5);
});
