import type { Agent } from "../../core/agent/agent.ts";
import type { Medium } from "../../core/inbound/content.ts";
import { classifyInput, type InputClass } from "../../core/inbound/input-class.ts";
import type { UnderstoodFile } from "../../core/inbound/understanding.ts";
import { readDuration } from "./duration.ts";
import { createSandboxConversation, type SandboxConversation } from "./sandbox-conversation.ts";
import type { SandboxSurroundings } from "./sandbox-surroundings.ts";
import type { ScenarioAnswer, ScenarioMedia, ScenarioStep } from "./scenario.ts";
import type { ObservedTurn, ScenarioPlayer } from "./scenario-player.ts";
import type { StartingPoint } from "./starting-point.ts";
import { understoodOf } from "./understand-media.ts";

/** Plays the steps of one scenario with an agent in memory, on a clock that moves only when a step says so. */
export function playInMemory(
  agent: Agent,
  start: StartingPoint = {},
  surroundings: SandboxSurroundings = {},
): ScenarioPlayer {
  const conversation = createSandboxConversation(agent, start, surroundings);
  return {
    async play(step) {
      const turns = await playStep(conversation, step, agent);
      const timer = conversation.timer();
      return {
        turns,
        session: conversation.session(),
        timer:
          timer === null
            ? null
            : { level: timer.level, dueInSeconds: (timer.dueAt.getTime() - conversation.now().getTime()) / 1_000 },
        orders: conversation.orders(),
        tasks: conversation.tasks(),
        isBotOn: conversation.isBotOn(),
      };
    },
  };
}

/** One step of a scenario in a conversation in memory: the turns that it led to. */
export async function playStep(
  conversation: SandboxConversation,
  step: ScenarioStep,
  agent: Agent,
): Promise<ObservedTurn[]> {
  if (step.cutAfter !== undefined) conversation.cutBlockAfter(step.cutAfter);
  if (step.operatorSays !== undefined) conversation.operatorSays(step.operatorSays);
  if (step.takesOver === true) conversation.takeOver();
  if (step.handsBack === true) conversation.handBack();
  if (step.answers !== undefined) return [await answer(conversation, step.answers)];
  if (step.nightly === true) return conversation.night();
  if (step.replay === true) {
    return [{ decision: await conversation.replay(), isTimer: false, heard: [], isWindowClosed: false }];
  }
  if (step.wait !== undefined) return conversation.wait(seconds(step.wait));
  if (step.away !== undefined) return conversation.sleep(seconds(step.away));
  if (step.forced !== undefined) return [await conversation.force(step.forced)];
  const heard = wordsOf(step, agent);
  if (heard === null) return [];
  const { messages, ...how } = heard;
  return [await conversation.hear(messages, how)];
}

async function answer(
  conversation: SandboxConversation,
  { decision, question }: ScenarioAnswer,
): Promise<ObservedTurn> {
  const open = conversation.questions();
  return conversation.answer(questionMeant(open, question), decision);
}

/** One of those that are open, the oldest first. */
export function questionMeant<Question>(open: readonly Question[], number: number | undefined): Question {
  const asked = open.at(number === undefined ? -1 : number - 1);
  if (asked !== undefined) return asked;
  const which = number === undefined ? "no question is open" : `there is no question ${number}`;
  throw new Error(`answers: ${which}; ${open.length === 1 ? "1 is" : `${open.length} are`} open here`);
}

interface Heard {
  readonly messages: readonly string[];
  readonly inputClass: InputClass;
  readonly media: readonly Medium[];
  readonly understood?: readonly UnderstoodFile[];
}

/** What the customer sent, as ingest and classify would hand it to the agent. Null where they sent nothing. */
function wordsOf({ says, button, sticker, media, files = [] }: ScenarioStep, agent: Agent): Heard | null {
  if (sticker === true) return { messages: [], inputClass: "STICKER_STANDBY", media: ["sticker"] };
  const said = [says ?? button ?? []].flat();
  const sent = [...(media === undefined ? [] : [media]), ...files];
  if (said.length + sent.length === 0) return null;
  const inputClass = classifyInput([...said.map((body) => ({ type: "text", body }) as const), ...sent.map(contentOf)]);
  const understood = sent.flatMap((file) => understoodOf(file, agent));
  return {
    messages: [...said, ...sent.flatMap((file) => wordsBeside(file, agent))],
    inputClass: inputClass ?? (media === undefined ? "TEXT_SIMPLE" : "UNSUPPORTED"),
    media: sent.map(({ kind }) => kind),
    ...(understood.length === 0 ? {} : { understood }),
  };
}

function contentOf({ kind, words }: ScenarioMedia) {
  const caption = words ?? null;
  const content = { type: "media", media: kind, mediaId: "", mimeType: null, sha256: null, caption } as const;
  return { ...content, fileName: null, isVoiceNote: kind === "audio" };
}

/** Nobody hears the words of a voice note for an agent that does not listen. */
function wordsBeside(file: ScenarioMedia, agent: Agent): string[] {
  const isUnheard = file.kind === "audio" && understoodOf(file, agent).length === 0;
  return file.words === undefined || isUnheard ? [] : [file.words];
}

function seconds(duration: string): number {
  const read = readDuration(duration);
  if (read === null) throw new Error(`"${duration}" is no time: write 90s, 6m, 30h or 2d`);
  return read;
}
