import type { Agent, Decision } from "../../core/agent/agent.ts";
import { foldLetters } from "../../core/plain-text.ts";
import { readDuration } from "../memory/duration.ts";
import { playInMemory, playStep } from "../memory/play-in-memory.ts";
import { createSandboxConversation, type SandboxConversation } from "../memory/sandbox-conversation.ts";
import type { Scenario } from "../memory/scenario.ts";
import { describeFailure } from "../scenarios/describe-failure.ts";
import { isFailure, judgeScenario } from "../scenarios/judge-scenario.ts";
import { type Happening, recordScenario } from "../scenarios/record-scenario.ts";
import { writeScenarioFile } from "../scenarios/write-scenario-file.ts";
import type { KeptAct, KeptSandbox } from "./kept-sandbox.ts";

/**
 * What was done in a sandbox as a scenario file. It is played once more on the way, as `recado
 * test` will play it: without a model, with real timers. What is expected is what came of that, so
 * the file passes as it is; where the sandbox itself had decided otherwise, a comment says so.
 */
export async function sandboxScenario(agent: Agent, name: string | null, kept: KeptSandbox): Promise<string> {
  const happenings = await playAgain(agent, kept);
  const recorded = recordScenario(idOf(name), happenings, (text) => text);
  const { armed, ...start } = kept.start;
  const scenario: Scenario = {
    ...recorded,
    title: name ?? "tried in the sandbox",
    ...(Object.keys(kept.start).length === 0 ? {} : { from: kept.start }),
  };
  // In a file times are written as durations.
  const from = {
    ...start,
    ...(armed === undefined ? {} : { armed: { level: armed.level, in: `${armed.inSeconds}s` } }),
  };
  const written = { ...recorded, title: scenario.title, ...(scenario.from === undefined ? {} : { from }) };
  const ordered = {
    id: written.id,
    title: written.title,
    ...("from" in written ? { from: written.from } : {}),
    steps: written.steps,
  };
  const file = writeScenarioFile({ agent: agent.id, scenarios: [ordered] });
  return `${await commentOn(agent, scenario, kept, happenings)}${file}`;
}

function idOf(name: string | null): string {
  const words = foldLetters(name ?? "sandbox");
  return words.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "sandbox";
}

async function playAgain(agent: Agent, { start, acts }: KeptSandbox): Promise<Happening[]> {
  const conversation = createSandboxConversation(agent, start);
  const happenings: Happening[] = [];
  // What a night takes is no pause that the scenario would have to say.
  let leapMs = 0;
  for (const act of acts) {
    const before = conversation.now().getTime();
    if (act.step.wait !== undefined) {
      happenings.push(...(await pass(conversation, act, leapMs)));
      continue;
    }
    const turns = await playStep(conversation, act.step, agent);
    const decision = turns.length === 1 ? (turns[0]?.decision ?? null) : null;
    happenings.push({ at: new Date(before - leapMs), action: act.step, decision });
    leapMs += conversation.now().getTime() - before;
  }
  return happenings;
}

/** Lets time pass until as many timers fired as did then, however long they take here. */
async function pass(conversation: SandboxConversation, { step, fired }: KeptAct, leapMs: number): Promise<Happening[]> {
  const happenings: Happening[] = [];
  const seconds = readDuration(step.wait ?? "") ?? 0;
  const add = (decision: Decision | null) =>
    happenings.push({ at: new Date(conversation.now().getTime() - leapMs), action: null, decision });
  if (fired === 0) for (const { decision } of await conversation.wait(seconds)) add(decision);
  for (let count = 0; count < fired; count += 1) {
    const firesAt = conversation.firesAt();
    if (firesAt === null) break;
    const left = Math.ceil((firesAt.getTime() - conversation.now().getTime()) / 1_000);
    for (const { decision } of await conversation.wait(Math.max(1, left))) add(decision);
  }
  return happenings;
}

async function commentOn(
  agent: Agent,
  scenario: Scenario,
  { turns }: KeptSandbox,
  happenings: readonly Happening[],
): Promise<string> {
  const located = { scenario, file: "sandbox", line: 1, stepLines: scenario.steps.map((_, index) => index + 1) };
  const judged = await judgeScenario(located, {
    where: "memory",
    open: () => playInMemory(agent, scenario.from),
  });
  if (isFailure(judged)) return comment(`It does not go as written:\n${describeFailure(judged)}`);
  const intents = happenings.flatMap(({ decision }) =>
    decision === null ? [] : [decision.intentInfo?.intent ?? null],
  );
  const then = turns.slice(-intents.length).map(({ intent }) => intent?.intent ?? null);
  const isSame = JSON.stringify(intents) === JSON.stringify(intents.length === 0 ? [] : then);
  return isSame
    ? ""
    : comment("In the sandbox it was decided otherwise: with a language model, other timers, or none.");
}

function comment(text: string): string {
  return `${text.replace(/^/gm, "# ")}\n\n`;
}
