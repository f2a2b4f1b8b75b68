import { expect, test } from "vitest";
import type { AgentInput } from "../../../src/core/agent/agent.ts";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import type { Understanding } from "../../../src/core/inbound/understanding.ts";
import { happeningsOf } from "../../../src/lab/scenarios/recorded-happenings.ts";
import { runScenario } from "../../support/run-scenario.ts";
import { decision, testAgent } from "../../support/shop.ts";

const SLIP = {
  kind: "seen",
  pictureClass: "RECEIPT_INVOICE",
  extractedText: "Pago exitoso",
  responseText: "",
  toolIntentDetected: false,
} as const;
const VOICE = { kind: "heard", text: "soy Ana" } as const;
const text = (body: string): MessageContent => ({ type: "text", body });
const file = (media: "image" | "audio", caption: string | null = null): MessageContent => ({
  ...{ type: "media", media, mediaId: "1", mimeType: null, sha256: null, fileName: null, caption },
  isVoiceNote: media === "audio",
});

/** The step of one run in which these came together. */
function stepOf(...messages: readonly (readonly [MessageContent, Understanding | null])[]) {
  const events = messages.map(([content, understanding]) => ({
    inputType: "message" as const,
    content,
    understanding,
  }));
  const run = { at: new Date(0), isAtOnce: false, events, decision: null, agentVersion: null, tokens: 0, microUsd: 0 };
  const about = { name: null, agentId: "a", notes: [], forgotten: 0 };
  return happeningsOf({ ...about, happenings: [run] })[0]?.action;
}

const SLIP_FILE = { kind: "image", shows: { class: "RECEIPT_INVOICE", text: "Pago exitoso" } };

test.each([
  [stepOf([text("ya pagué"), null], [file("image"), SLIP]), { says: ["ya pagué"], files: [SLIP_FILE] }],
  [stepOf([file("image"), SLIP], [file("audio"), VOICE]), { says: ["soy Ana"], files: [SLIP_FILE] }],
  [
    stepOf([file("image", "mire"), SLIP], [file("image"), null]),
    { media: { ...SLIP_FILE, words: "mire" }, files: [{ kind: "image" }] },
  ],
  [stepOf([file("audio"), VOICE]), { media: { kind: "audio", words: "soy Ana" } }],
  [stepOf([text("hola"), null], [{ type: "button", payload: "p", title: "Ver" }, null]), { says: ["hola", "Ver"] }],
])("what came together in one run is one step of a replay: %j", (step, expected) => {
  expect(step).toEqual(expected);
});

test("an agent is told of a picture that came with words as it was then", async () => {
  const inputs: AgentInput[] = [];
  const agent = testAgent(
    (input) => {
      inputs.push(input);
      return decision("Anotado.");
    },
    { understands: ["image"] },
  );
  const step = stepOf([text("ya pagué"), null], [file("image", "mire"), SLIP]);
  if (step == null) throw new Error("it is no step");
  await runScenario(agent, { id: "1", title: "a picture and words", steps: [step] });
  expect(inputs).toMatchObject([
    {
      messages: ["ya pagué", "mire"],
      inputClass: "RICH_INPUT",
      media: ["image"],
      understood: [{ medium: "image", caption: "mire", understanding: { pictureClass: "RECEIPT_INVOICE" } }],
    },
  ]);
});
