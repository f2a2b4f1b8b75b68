import { describe, expect, test } from "vitest";
import { EVENT_SOURCES, INPUT_TYPES } from "../../../src/core/inbound/event.ts";
import { DEEDS, type Deed, mayDo, SPEAKERS, type Speaker, speakerOf } from "../../../src/core/turn/whose-word.ts";

/** Who may do each deed where customers are real, and besides where none is. Written a second time, by hand. */
const REAL: Readonly<Record<Deed, readonly Speaker[]>> = {
  converse: ["whatsapp", "rehearsal", "api", "scenario"],
  "answer customer": ["whatsapp", "rehearsal", "scenario"],
  "answer operator": ["operator"],
  consent: ["whatsapp", "rehearsal", "scenario"],
  "open window": ["whatsapp", "rehearsal", "scenario"],
  "be answered after an opt-out": ["whatsapp", "rehearsal", "scenario"],
  "ask for a tool": ["whatsapp", "rehearsal", "operator", "sandbox", "scenario"],
  teach: ["whatsapp"],
};
const PRETENDED: Partial<Record<Deed, readonly Speaker[]>> = {
  "open window": ["api"],
  teach: ["rehearsal", "api"],
};

const cells = SPEAKERS.flatMap((speaker) => DEEDS.map((deed) => ({ speaker, deed })));

test.each(cells)("$speaker: $deed", ({ speaker, deed }) => {
  const isReal = REAL[deed].includes(speaker);
  expect(mayDo(speaker, deed)).toBe(isReal);
  expect(mayDo(speaker, deed, true)).toBe(isReal);
  expect(mayDo(speaker, deed, false)).toBe(isReal || PRETENDED[deed]?.includes(speaker) === true);
});

describe("who speaks in an event", () => {
  const events = EVENT_SOURCES.flatMap((source) => INPUT_TYPES.map((inputType) => ({ source, inputType })));

  test("of all that can be stored, only a signed webhook and a rehearsal are the customer", () => {
    const theirs = events.filter((event) => mayDo(speakerOf(event), "answer customer"));
    expect(theirs).toEqual([
      { source: "whatsapp", inputType: "message" },
      { source: "rehearsal", inputType: "message" },
    ]);
    expect(events.filter((event) => mayDo(speakerOf(event), "consent"))).toEqual(theirs);
  });

  test("an answer from the phone app is a person of the shop", () => {
    expect(speakerOf({ source: "whatsapp", inputType: "echo" })).toBe("operator");
  });
});
