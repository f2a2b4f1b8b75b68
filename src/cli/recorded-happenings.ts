import type { Decision } from "../core/agent.ts";
import type { MessageContent } from "../core/content.ts";
import type { Understanding } from "../core/understanding.ts";
import type { ScenarioMedia, ScenarioStep } from "../memory/scenario.ts";
import type { RecordedConversation } from "../postgres/recorded-conversation.ts";
import { parseDecision } from "../runtime/decision-schema.ts";
import type { Happening } from "../scenarios/record-scenario.ts";

/** With what models took for it. */
export interface StoredHappening extends Happening {
  readonly tokens: number;
  readonly microUsd: number | null;
}

/** Runs and operators' commands in the order in which they came about. */
export function happeningsOf({ happenings, notes }: RecordedConversation): StoredHappening[] {
  const runs = happenings.map(({ at, events, decision, tokens, microUsd }): StoredHappening => {
    const isTimer = events.every(({ inputType }) => inputType === "timer");
    const decided: Decision | null = decision == null ? null : parseDecision(decision, "journal");
    return { at, action: isTimer ? null : actionOf(events), decision: decided, tokens, microUsd };
  });
  const commands = notes.flatMap(({ at, text }): StoredHappening[] => {
    const free = { at, decision: null, tokens: 0, microUsd: 0 };
    if (text.startsWith("takeover")) return [{ ...free, action: { takesOver: true } }];
    return text.startsWith("handback") ? [{ ...free, action: { handsBack: true } }] : [];
  });
  return [...runs, ...commands].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

type Events = RecordedConversation["happenings"][number]["events"];

/** What was done, as a step. Null: nothing that a scenario has a word for. */
function actionOf(events: Events): ScenarioStep | null {
  const messages = events.filter(({ inputType }) => inputType === "message");
  const theirs = messages.map(({ content }) => content);
  const echo = events.find(({ inputType, content }) => inputType === "echo" && content.type === "text");
  if (echo !== undefined) return { operatorSays: textOf(echo.content) };
  // What was said in several ways at once is said in words.
  const words = messages.map(({ content, understanding }) =>
    understanding?.kind === "heard" ? understanding.text : textOf(content),
  );
  const texts = words.filter((text) => text !== "");
  if (texts.length > 0 && (messages.length > 1 || theirs[0]?.type === "text")) return { says: texts };
  const [first] = theirs;
  if (first?.type === "button") return { button: first.title };
  if (first?.type === "sticker") return { sticker: true };
  if (first?.type !== "media") return null;
  return { media: mediaOf(first, messages[0]?.understanding ?? null) };
}

/** With what was understood of it, as far as it is kept: the words of a voice note, what was seen in a picture. */
function mediaOf({ media: kind, caption }: MediaContent, understanding: Understanding | null): ScenarioMedia {
  const words = understanding?.kind === "heard" ? understanding.text : caption;
  if (understanding?.kind !== "seen") return { kind, ...(words === null ? {} : { words }) };
  const { pictureClass, extractedText: text } = understanding;
  return {
    kind,
    ...(words === null ? {} : { words }),
    shows: { class: pictureClass, ...(text === "" ? {} : { text }) },
  };
}

type MediaContent = Extract<MessageContent, { type: "media" }>;

function textOf(content: MessageContent): string {
  return content.type === "text" ? content.body : "";
}
