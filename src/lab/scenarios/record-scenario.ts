import type { Decision } from "../../core/agent/agent.ts";
import { describeDuration } from "../memory/duration.ts";
import type { Expectation, Scenario, ScenarioMedia, ScenarioStep } from "../memory/scenario.ts";
import type { Replace } from "./replace-personal-data.ts";

/** Something that happened in a stored conversation, and what was decided on it. */
export interface Happening {
  readonly at: Date;
  /** Null: time alone brought it about. */
  readonly action: ScenarioStep | null;
  readonly decision: Decision | null;
  /** What its run decided in the same breath, in the segments that came at once. */
  readonly follows?: readonly Decision[];
}

/** A scenario that says what happened: pauses become waits, and what was decided becomes what is expected. */
export function recordScenario(id: string, happenings: readonly Happening[], replace: Replace): Scenario {
  const steps: ScenarioStep[] = [];
  let atMs = happenings[0]?.at.getTime() ?? 0;
  let timers: Decision[] = [];
  const wait = (untilMs: number) => {
    const seconds = Math.round((untilMs - atMs) / 1_000);
    if (seconds <= 0 && timers.length === 0) return;
    steps.push({ wait: describeDuration(Math.max(1, seconds)), ...expecting(timers, replace) });
    timers = [];
    atMs = untilMs;
  };
  for (const { at, action, decision, follows = [] } of happenings) {
    if (action === null) {
      timers.push(...(decision === null ? [] : [decision]), ...follows);
      continue;
    }
    wait(at.getTime());
    steps.push({
      ...replaceWords(action, replace),
      ...expecting(decision === null ? [] : [decision], replace, follows),
    });
  }
  if (timers.length > 0) wait((happenings.at(-1)?.at.getTime() ?? 0) + 1_000);
  return { id, title: `recorded from conversation ${id}`, steps };
}

function replaceWords(action: ScenarioStep, replace: Replace): ScenarioStep {
  const { says, button, media, files, operatorSays } = action;
  return {
    ...action,
    ...(says === undefined ? {} : { says: [says].flat().map(replace) }),
    ...(button === undefined ? {} : { button: replace(button) }),
    ...(operatorSays === undefined ? {} : { operatorSays: replace(operatorSays) }),
    ...(media === undefined ? {} : { media: replaceInFile(media, replace) }),
    ...(files === undefined ? {} : { files: files.map((file) => replaceInFile(file, replace)) }),
  };
}

function replaceInFile({ kind, words, shows }: ScenarioMedia, replace: Replace): ScenarioMedia {
  return {
    kind,
    ...(words === undefined ? {} : { words: replace(words) }),
    ...(shows === undefined
      ? {}
      : { shows: { ...shows, ...(shows.text === undefined ? {} : { text: replace(shows.text) }) } }),
  };
}

/** `follows`: what the customer heard behind them in the same breath. */
function expecting(
  decisions: readonly Decision[],
  replace: Replace,
  follows: readonly Decision[] = [],
): { expect?: Expectation } {
  const last = decisions.at(-1);
  if (last === undefined) return {};
  const updates = decisions.map(({ stateUpdates }) => stateUpdates);
  const mode = updates.findLast(({ newMode }) => newMode !== undefined)?.newMode;
  const pack = updates.findLast(({ newPackSeleccionado }) => newPackSeleccionado !== undefined)?.newPackSeleccionado;
  const data = Object.entries(Object.assign({}, ...updates.map(({ newDatosCapturados = {} }) => newDatosCapturados)));
  const messages = [...decisions, ...follows].flatMap((decision) => decision.messages);
  const ids = messages.flatMap(({ templateId }) => templateId ?? []);
  const intent = last.intentInfo?.intent;
  return {
    expect: {
      ...(mode === undefined ? {} : { mode }),
      ...(intent === undefined ? {} : { intent }),
      ...(data.length === 0
        ? {}
        : { data: Object.fromEntries(data.map(([name, value]) => [name, replace(String(value))])) }),
      ...(pack === undefined ? {} : { pack }),
      signals: decisions.flatMap(({ timerSignals = [] }) => timerSignals.map(({ type }) => type)),
      ...(ids.length === messages.length && follows.length === 0 ? { templateIds: ids } : { replies: messages.length }),
      tools: decisions.flatMap(({ tools }) => tools.map(({ tool }) => tool)),
      ...(decisions.some(({ handoff }) => handoff !== null) ? { handoff: true } : {}),
    },
  };
}
