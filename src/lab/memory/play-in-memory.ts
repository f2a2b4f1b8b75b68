import type { Agent } from "../../core/agent/agent.ts";
import type { MessageContent } from "../../core/inbound/content.ts";
import { readDuration } from "./duration.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import { createSandboxConversation, type SandboxConversation } from "./sandbox-conversation.ts";
import type { ScenarioAnswer, ScenarioMedia, ScenarioStep } from "./scenario.ts";
import type { ObservedTurn, ScenarioPlayer } from "./scenario-player.ts";
import type { StartingPoint } from "./starting-point.ts";
import { understoodOf } from "./understand-media.ts";

/**
 * Plays the steps of one scenario with an agent in memory, on a clock that moves only when a step
 * says so.
 */
export function playInMemory(
  agent: Agent,
  start: StartingPoint = {},
  dependencies: MemoryDependencies = {},
): ScenarioPlayer {
  const conversation = createSandboxConversation(agent, start, dependencies);
  return {
    async play(step) {
      const turns = await playStep(conversation, step, agent);
      const failure = turns.find((turn) => turn.failure !== undefined)?.failure;
      if (failure !== undefined) throw new Error(`a run ended as dead_letter: ${failure}`);
      const timer = conversation.timer();
      return {
        turns,
        session: conversation.session(),
        timer:
          timer === null
            ? null
            : { level: timer.level, dueInSeconds: (timer.dueAt.getTime() - conversation.now().getTime()) / 1_000 },
        reminders: conversation.reminders(),
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
  if (step.operatorSays !== undefined) await conversation.operatorSays(step.operatorSays);
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
  const contents = contentsOf(step, agent);
  return contents.length === 0 ? [] : [await conversation.hear(contents)];
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

/** What the customer sent, as a webhook would hand it over; empty when they sent nothing. */
function contentsOf({ says, button, sticker, media, files = [] }: ScenarioStep, agent: Agent): MessageContent[] {
  if (sticker === true) return [{ type: "sticker", mediaId: null }];
  const sent = [...(media === undefined ? [] : [media]), ...files];
  return [
    ...[says ?? []].flat().map((body): MessageContent => ({ type: "text", body })),
    ...(button === undefined ? [] : [{ type: "button", title: button, payload: "" } as const]),
    ...sent.map((file) => mediaContent(file, agent)),
  ];
}

function mediaContent(file: ScenarioMedia, agent: Agent): MessageContent {
  const isVoiceNote = file.kind === "audio";
  const caption = isVoiceNote ? null : (file.words ?? null);
  const [understood] = understoodOf(file, agent);
  return {
    ...{ type: "media", media: file.kind, mediaId: "", mimeType: null, sha256: null, caption, fileName: null },
    isVoiceNote,
    ...(understood === undefined ? {} : { understanding: understood.understanding }),
  };
}

function seconds(duration: string): number {
  const read = readDuration(duration);
  if (read === null) throw new Error(`"${duration}" is no time: write 90s, 6m, 30h or 2d`);
  return read;
}
