import { describe, expect, test } from "vitest";
import type { EventId } from "../../../src/core/ids.ts";
import { amendEvents } from "../../../src/core/inbound/amend-events.ts";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import type { ConversationEvent, InputType } from "../../../src/core/inbound/event.ts";

function event(wamid: string | null, content: MessageContent, inputType: InputType = "message"): ConversationEvent {
  return {
    id: `${wamid}` as EventId,
    seq: 1,
    source: "whatsapp",
    inputType,
    content,
    context: null,
    sourceMessageId: wamid,
    occurredAt: new Date(0),
    receivedAt: new Date(0),
  };
}

const text = (wamid: string, body: string, by?: InputType) => event(wamid, { type: "text", body }, by);
const edit = (target: string | null, body: string | null, by?: InputType) =>
  event(`edit of ${target}`, { type: "edit", targetWamid: target, body }, by);
const revoke = (target: string | null, by?: InputType) =>
  event(`revoke of ${target}`, { type: "revoke", targetWamid: target }, by);
const photo = (wamid: string, caption: string | null) =>
  event(wamid, {
    type: "media",
    media: "image",
    mediaId: "1",
    mimeType: null,
    sha256: null,
    caption,
    fileName: null,
    isVoiceNote: false,
  });

/** What is left to be said, in short. */
const told = (events: readonly ConversationEvent[]) =>
  amendEvents(events).map(({ content }) =>
    content.type === "text" ? content.body : content.type === "media" ? `[${content.caption}]` : content.type,
  );

describe("an edit", () => {
  test.each<[string, ConversationEvent[], string[]]>([
    ["gives a text its new words", [text("a", "uno"), text("b", "dos"), edit("a", "1")], ["1", "dos", "edit"]],
    ["gives a photo its new caption", [photo("a", null), edit("a", "este")], ["[este]", "edit"]],
    ["may come before what it corrects", [edit("a", "1"), text("a", "uno")], ["edit", "1"]],
    ["counts once: the last one", [text("a", "uno"), edit("a", "1"), edit("a", "I")], ["I", "edit", "edit"]],
    ["of something else changes nothing", [text("a", "uno"), edit("z", "1")], ["uno", "edit"]],
    ["that names nothing changes nothing", [text("a", "uno"), edit(null, "1")], ["uno", "edit"]],
    ["without words changes nothing", [text("a", "uno"), edit("a", null)], ["uno", "edit"]],
    ["by the shop does not touch the customer's words", [text("a", "uno"), edit("a", "1", "echo")], ["uno", "edit"]],
    ["by the shop corrects the shop's own", [text("a", "uno", "echo"), edit("a", "1", "echo")], ["1", "edit"]],
  ])("%s", (_, events, expected) => {
    expect(told(events)).toEqual(expected);
  });
});

describe("a revoke", () => {
  test.each<[string, ConversationEvent[], string[]]>([
    ["leaves the message out", [text("a", "uno"), text("b", "dos"), revoke("a")], ["dos", "revoke"]],
    ["may come before what it takes back", [revoke("a"), text("a", "uno")], ["revoke"]],
    ["wins over an edit", [text("a", "uno"), revoke("a"), edit("a", "1")], ["revoke", "edit"]],
    ["of something else changes nothing", [text("a", "uno"), revoke("z")], ["uno", "revoke"]],
    ["by the shop does not touch the customer's words", [text("a", "uno"), revoke("a", "echo")], ["uno", "revoke"]],
  ])("%s", (_, events, expected) => {
    expect(told(events)).toEqual(expected);
  });
});

test("an event without an id of the channel is never corrected", () => {
  expect(amendEvents([event(null, { type: "text", body: "uno" }), revoke("null")])).toHaveLength(2);
});
