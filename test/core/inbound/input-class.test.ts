import { describe, expect, test } from "vitest";
import { type MediaKind, type MessageContent, opensTurn, textOf } from "../../../src/core/inbound/content.ts";
import { classifyInput, INPUT_CLASSES, PATHWAYS } from "../../../src/core/inbound/input-class.ts";

const text = (body: string): MessageContent => ({ type: "text", body });
const media = (kind: MediaKind, caption: string | null = null): MessageContent => ({
  type: "media",
  media: kind,
  mediaId: "1",
  mimeType: null,
  sha256: null,
  caption,
  fileName: null,
  isVoiceNote: kind === "audio",
});
const sticker: MessageContent = { type: "sticker", mediaId: "1" };
const button: MessageContent = { type: "button", title: "Sí", payload: "yes" };
const location: MessageContent = { type: "location", latitude: 4.6, longitude: -74, name: null, address: null };
const contacts: MessageContent = { type: "contacts", count: 1, people: [{ name: "Ana", phones: [] }] };
const unsupported: MessageContent = { type: "unsupported", of: null, errors: [] };
const unknown: MessageContent = { type: "unknown", of: "hologram" };
const reaction: MessageContent = { type: "reaction", emoji: "👍", targetWamid: "wamid.1" };
const edit: MessageContent = { type: "edit", targetWamid: "wamid.1", body: "hola" };
const revoke: MessageContent = { type: "revoke", targetWamid: "wamid.1" };
const system: MessageContent = { type: "system", of: "user_changed_number" };
const group: MessageContent = { type: "group", of: "text", reason: "group_message" };

describe("the words of a message, and whether it opens a turn", () => {
  test.each([
    ["text", text("hola"), "hola", true],
    ["button", button, "Sí", true],
    ["photo with a caption", media("image", "ya pagué"), "ya pagué", true],
    ["photo", media("image"), null, true],
    ["sticker", sticker, null, true],
    ["location", location, null, true],
    ["contacts", contacts, null, true],
    ["unsupported", unsupported, null, true],
    ["unknown", unknown, null, true],
    ["reaction", reaction, null, false],
    ["edit", edit, null, false],
    ["revoke", revoke, null, false],
    ["system", system, null, false],
    ["group", group, null, false],
  ])("%s", (_, content, words, opens) => {
    expect(textOf(content)).toBe(words);
    expect(opensTurn(content)).toBe(opens);
  });
});

describe("the class of a run", () => {
  test.each([
    ["text", [text("hola")], "TEXT_SIMPLE"],
    ["a button", [button], "TEXT_SIMPLE"],
    ["a request to act", [text("recuérdame pagar la luz")], "TEXT_TOOL_INTENT"],
    ["the same without accents", [text("Recuerdame pagar la luz")], "TEXT_TOOL_INTENT"],
    ["a search", [text("investiga melatonina en adultos")], "TEXT_TOOL_INTENT"],
    ["an appointment", [text("agéndame una cita")], "TEXT_TOOL_INTENT"],
    ["a question that only sounds like one", [text("no recuerdo cuánto valía")], "TEXT_SIMPLE"],
    ["a photo", [media("image")], "RICH_INPUT"],
    ["a voice note", [media("audio")], "RICH_INPUT"],
    ["a document", [media("document")], "RICH_INPUT"],
    ["a photo that asks to act", [media("image", "recuérdame pagarla el viernes")], "RICH_INPUT_TOOL_INTENT"],
    ["a photo and a text that asks to act", [media("image"), text("recuérdame pagarla")], "RICH_INPUT_TOOL_INTENT"],
    ["a video", [media("video")], "UNSUPPORTED"],
    ["a location", [location], "UNSUPPORTED"],
    ["contacts", [contacts], "UNSUPPORTED"],
    ["what WhatsApp cannot show", [unsupported], "UNSUPPORTED"],
    ["a kind that we do not know", [unknown], "UNSUPPORTED"],
    ["a sticker", [sticker], "STICKER_STANDBY"],
    ["a sticker beside a text", [sticker, text("hola")], "TEXT_SIMPLE"],
    ["a text beside a photo", [text("mire"), media("image")], "RICH_INPUT"],
    ["a sticker beside a video", [media("video"), sticker], "STICKER_STANDBY"],
    ["a reaction beside a text", [reaction, text("hola")], "TEXT_SIMPLE"],
    ["only a reaction", [reaction], null],
    [
      "an edit that asks to act beside a text",
      [{ ...edit, body: "recuérdame algo" } as MessageContent, text("hola")],
      "TEXT_SIMPLE",
    ],
    ["nothing", [], null],
  ])("%s", (_, contents, inputClass) => {
    expect(classifyInput(contents)).toBe(inputClass);
  });

  test("each class has its pathway, its window and the time of the requirements", () => {
    expect(Object.keys(PATHWAYS)).toEqual([...INPUT_CLASSES]);
    expect(PATHWAYS.TEXT_SIMPLE).toEqual({ pathway: "text_fast_path", historyTurns: 8, targetMs: 2_000 });
    expect(PATHWAYS.TEXT_TOOL_INTENT).toEqual({ pathway: "tool_intent", historyTurns: 12, targetMs: 4_000 });
    expect(PATHWAYS.RICH_INPUT.targetMs).toBe(9_000);
  });
});
