import type { Decision } from "../../core/agent/agent.ts";
import type { MessageContent } from "../../core/inbound/content.ts";
import type { Understanding } from "../../core/inbound/understanding.ts";
import type { RecordedConversation } from "../../core/ports/lab/recorded-conversation.ts";
import { parseDecision } from "../../runtime/decision-schema.ts";
import type { ScenarioMedia, ScenarioStep } from "../memory/scenario.ts";
import type { Happening } from "./record-scenario.ts";

/** With what models took for it. */
export interface StoredHappening extends Happening {
  readonly tokens: number;
  readonly microUsd: number | null;
}

/** Runs and operators' commands in the order in which they came about. */
export function happeningsOf({ happenings, notes }: RecordedConversation): StoredHappening[] {
  const runs: StoredHappening[] = [];
  for (const { at, isAtOnce, events, decision, tokens, microUsd } of happenings) {
    const isOfTime = events.every(({ inputType }) => inputType === "timer" || inputType === "segment");
    const decided: Decision | null = decision == null ? null : parseDecision(decision, "journal");
    const opening = isAtOnce ? runs.pop() : undefined;
    if (opening === undefined)
      runs.push({ at, action: isOfTime ? null : actionOf(events), decision: decided, tokens, microUsd });
    else runs.push({ ...opening, follows: [...(opening.follows ?? []), ...(decided === null ? [] : [decided])] });
  }
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
  const [first] = theirs;
  if (messages.length === 1 && first?.type === "button") return { button: first.title };
  if (messages.length === 1 && first?.type === "sticker") return { sticker: true };
  // What was said in several ways at once is said in words, and the files that came with it stand beside them.
  const isAlone = messages.length === 1;
  const words = messages.map(({ content, understanding }) =>
    understanding?.kind === "heard" && !isAlone ? understanding.text : textOf(content),
  );
  const texts = words.filter((text) => text !== "");
  const [media, ...others] = messages.flatMap(({ content, understanding }) =>
    content.type === "media" && (isAlone || understanding?.kind !== "heard") ? [mediaOf(content, understanding)] : [],
  );
  const files = texts.length > 0 && media !== undefined ? [media, ...others] : others;
  const beside = files.length === 0 ? {} : { files };
  if (texts.length > 0) return { says: texts, ...beside };
  if (media !== undefined) return { media, ...beside };
  return theirs.some(({ type }) => type === "sticker") ? { sticker: true } : null;
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
  if (content.type === "button") return content.title;
  return content.type === "text" ? content.body : "";
}
