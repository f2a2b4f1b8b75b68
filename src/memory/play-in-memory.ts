import type { Agent } from "../core/agent.ts";
import type { Medium } from "../core/content.ts";
import { classifyInput, type InputClass } from "../core/input-class.ts";
import type { UnderstoodFile } from "../core/understanding.ts";
import { readDuration } from "./duration.ts";
import { createSandboxConversation, type SandboxConversation } from "./sandbox-conversation.ts";
import type { SandboxSurroundings } from "./sandbox-surroundings.ts";
import type { ScenarioAnswer, ScenarioStep } from "./scenario.ts";
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
function wordsOf({ says, button, sticker, media }: ScenarioStep, agent: Agent): Heard | null {
  if (sticker === true) return { messages: [], inputClass: "STICKER_STANDBY", media: ["sticker"] };
  if (media !== undefined) {
    const { kind, words = null } = media;
    const content = { type: "media", media: kind, mediaId: "", mimeType: null, sha256: null, caption: words } as const;
    const inputClass = classifyInput([{ ...content, fileName: null, isVoiceNote: kind === "audio" }]);
    const understood = understoodOf(media, agent);
    // Nobody hears the words of a voice note for an agent that does not listen.
    const messages = words === null || (kind === "audio" && understood.length === 0) ? [] : [words];
    const how = { inputClass: inputClass ?? "UNSUPPORTED", media: [kind] } as const;
    return { messages, ...how, ...(understood.length === 0 ? {} : { understood }) };
  }
  const said = says ?? button;
  if (said === undefined) return null;
  const messages = typeof said === "string" ? [said] : said;
  const inputClass = classifyInput(messages.map((body) => ({ type: "text", body }) as const));
  return { messages, inputClass: inputClass ?? "TEXT_SIMPLE", media: [] };
}

function seconds(duration: string): number {
  const read = readDuration(duration);
  if (read === null) throw new Error(`"${duration}" is no time: write 90s, 6m, 30h or 2d`);
  return read;
}
