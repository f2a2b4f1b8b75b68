import { expect, test } from "vitest";
import type { Draft } from "../../studio/src/screens/inbox/composer/draft.ts";
import { repliesOf } from "../../studio/src/screens/inbox/composer/replies-of.ts";

const BY = { actor: "eva", takeOver: true };
const EMPTY: Draft = {
  ...{ isNote: false, reply: "", note: "", attached: [], quote: null },
  template: { key: "", values: [] },
};
const file = (id: string, kind: Draft["attached"][number]["kind"]) => ({
  ...{ id, kind, type: "x/y", fileName: null, sizeBytes: 1 },
});

/** Each message as "what: words", with the quote that it answers. */
const sent = (draft: Partial<Draft>) =>
  repliesOf({ ...EMPTY, ...draft }, BY).map(({ kind, body }) =>
    [kind, body["file"], body["text"], body["replyTo"]].filter((part) => part !== undefined).join(" "),
  );

test.each<[string, Partial<Draft>, readonly string[]]>([
  ["words", { reply: " Hola \n" }, ["messages Hola"]],
  ["words that answer a message", { reply: "Sí", quote: { id: "wamid.1", words: "?" } }, ["messages Sí wamid.1"]],
  ["a note, whatever waits for the customer", { isNote: true, note: "Llamar", reply: "Hola" }, ["notes Llamar"]],
  ["a file alone", { attached: [file("a", "image")] }, ["messages a"]],
  [
    "files, of which the last bears the words",
    { reply: "Su guía", attached: [file("a", "image"), file("b", "document")] },
    ["messages a", "messages b Su guía"],
  ],
  [
    "a voice note, which bears none",
    { reply: "Oiga", attached: [file("a", "audio")] },
    ["messages a", "messages Oiga"],
  ],
  [
    "words that are too long beside a file",
    { reply: "x".repeat(1_025), attached: [file("a", "image")] },
    ["messages a", `messages ${"x".repeat(1_025)}`],
  ],
])("a draft becomes %s", (_what, draft, expected) => {
  expect(sent(draft)).toEqual(expected);
});

test("a reply names its author, and takes the conversation over from the bot; a note does not", () => {
  expect(repliesOf({ ...EMPTY, reply: "Hola" }, BY)[0]?.body).toEqual({ actor: "eva", takeOver: true, text: "Hola" });
  expect(repliesOf({ ...EMPTY, isNote: true, note: "x" }, BY)[0]?.body).toEqual({ actor: "eva", text: "x" });
});
