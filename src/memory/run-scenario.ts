import type { Agent } from "../core/agent.ts";
import { createSandboxConversation, type SandboxConversation, type SandboxTurn } from "./sandbox-conversation.ts";
import type { Expectation, Scenario, ScenarioStep } from "./scenario.ts";

/** One expectation that was not met: where, and both sides as text. */
export interface Difference {
  readonly step: number;
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
}

/** Plays a scenario against an agent in memory. An empty list: it went as written. */
export async function runScenario(agent: Agent, scenario: Scenario): Promise<Difference[]> {
  const conversation = createSandboxConversation(agent, scenario.from);
  const differences: Difference[] = [];
  for (const [index, step] of scenario.steps.entries()) {
    const turns = await play(conversation, step);
    if (step.expect === undefined) continue;
    for (const [what, expected, actual] of compare(step.expect, conversation, turns)) {
      if (JSON.stringify(expected) !== JSON.stringify(actual)) {
        differences.push({ step: index + 1, what, expected: JSON.stringify(expected), actual: JSON.stringify(actual) });
      }
    }
  }
  return differences;
}

async function play(conversation: SandboxConversation, step: ScenarioStep): Promise<SandboxTurn[]> {
  if (step.cutAfter !== undefined) conversation.cutBlockAfter(step.cutAfter);
  if (step.operatorSays !== undefined) conversation.operatorSays(step.operatorSays);
  if (step.handsBack === true) conversation.endSession();
  if (step.replay === true) return [{ decision: await conversation.replay(), heard: [], isWindowClosed: false }];
  if (step.wait !== undefined) return conversation.wait(seconds(step.wait));
  if (step.away !== undefined) return conversation.sleep(seconds(step.away));
  if (step.forced !== undefined) return [await conversation.force(step.forced)];
  if (step.sticker === true) return [await conversation.hear([], { inputClass: "STICKER_STANDBY" })];
  if (step.media !== undefined) {
    const { inputClass, words } = step.media;
    return [await conversation.hear(words === undefined ? [] : [words], { inputClass })];
  }
  const said = step.says ?? step.button;
  if (said === undefined) return [];
  return [await conversation.hear(typeof said === "string" ? [said] : said)];
}

type Compared = readonly [what: string, expected: unknown, actual: unknown];

function compare(expected: Expectation, conversation: SandboxConversation, turns: readonly SandboxTurn[]): Compared[] {
  const session = conversation.session();
  const timer = conversation.timer();
  const decisions = turns.map(({ decision }) => decision);
  const last = decisions.at(-1);
  const ids = turns.flatMap(({ decision, isWindowClosed }) =>
    isWindowClosed ? [] : decision.messages.map(({ templateId }) => templateId ?? "—"),
  );
  const texts = turns.flatMap(({ heard }) => heard);
  const orders = conversation.orders();
  const actual: Readonly<Record<keyof Expectation, unknown>> = {
    mode: session.mode,
    intent: last?.intentInfo?.intent,
    data: pick(expected.data, (name) => session.datosCapturados[name] ?? null),
    pack: session.packSeleccionado,
    signals: decisions.flatMap(({ timerSignals = [] }) => timerSignals.map(({ type }) => type)),
    level: timer?.level ?? null,
    dueIn: timer === null || last === undefined ? null : dueIn(conversation),
    templates: ids.map(groupOf),
    templateIds: ids,
    texts: expected.texts === undefined ? undefined : matchAll(expected.texts, texts),
    replies: texts.length,
    pending: (session.pendientes ?? []).map(groupOf),
    orders: orders.map((order, index) => pick(expected.orders?.[index], (name) => Reflect.get(order, name))),
    tools: decisions.flatMap(({ tools }) => tools.map(({ tool }) => tool)),
    handoff: decisions.some(({ handoff }) => handoff !== null),
    session: session.status,
    windowClosed: turns.some(({ isWindowClosed }) => isWindowClosed),
    fired: turns.length,
  };
  return Object.entries(expected).map(([what, value]) => [what, value, Reflect.get(actual, what)] as const);
}

/** `somnio.precio.primera_vez.1` is of the group `precio`. */
function groupOf(templateId: string): string {
  return templateId.split(".")[1] ?? templateId;
}

function pick(names: object | undefined, read: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.keys(names ?? {}).map((name) => [name, read(name)]));
}

/** A text that matches its pattern is shown as the pattern, so that both sides are equal then. */
function matchAll(patterns: readonly string[], texts: readonly string[]): string[] {
  return texts.map((text, index) => {
    const pattern = patterns[index];
    return pattern !== undefined && new RegExp(pattern, "iu").test(text) ? pattern : text;
  });
}

function dueIn(conversation: SandboxConversation): number {
  return Math.round(((conversation.timer()?.dueAt.getTime() ?? 0) - conversation.now().getTime()) / 1_000);
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function seconds(text: string): number {
  const match = /^(\d+)\s?([smhd])$/.exec(text.trim());
  if (match === null) throw new Error(`"${text}" is no time: write 90s, 6m, 30h or 2d`);
  return Number(match[1]) * (UNITS[match[2] ?? "s"] ?? 1);
}
