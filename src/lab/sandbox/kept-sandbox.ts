import type { SandboxLine, SandboxSettings } from "../../core/answers/lab/sandbox.ts";
import type { SandboxTurn } from "../../core/answers/lab/sandbox-turn.ts";
import { RecadoError } from "../../core/errors.ts";
import type { SettingsChange } from "../../core/ports/lab/sandbox.ts";
import type { SandboxSnapshot } from "../memory/sandbox-snapshot.ts";
import type { ScenarioStep } from "../memory/scenario.ts";
import type { StartingPoint } from "../memory/starting-point.ts";

/** Something that was done, as a scenario would say it. */
export interface KeptAct {
  readonly step: ScenarioStep;
  /** How many timers fired while time passed. */
  readonly fired: number;
}

/** Where it stood after a turn: what a fork goes on from. */
export interface Milestone {
  readonly snapshot: SandboxSnapshot;
  readonly lines: number;
  readonly acts: number;
  readonly used: Readonly<Record<string, number>>;
}

/** All of a sandbox, as data. */
export interface KeptSandbox {
  readonly settings: SandboxSettings;
  /** Where its acts begin: the very start, or what a person last wrote into the state. */
  readonly start: StartingPoint;
  readonly lines: readonly SandboxLine[];
  readonly turns: readonly SandboxTurn[];
  readonly acts: readonly KeptAct[];
  /** One for each turn, and one for the beginning before them. */
  readonly milestones: readonly Milestone[];
  /** Where it stands. */
  readonly now: Milestone;
}

/** An instant in JSON: told apart from a text that looks like one. */
const INSTANT = "$instant";

export function writeKept(kept: KeptSandbox): string {
  return JSON.stringify(kept, function (this: Record<string, unknown>, key, value: unknown) {
    const given = this[key];
    return given instanceof Date ? { [INSTANT]: given.toISOString() } : value;
  });
}

/** What `writeKept` wrote. An older version did not know all that this one tells. */
export function readKept(json: string): KeptSandbox {
  const kept = JSON.parse(json, (_, value: unknown) => readInstant(value) ?? value) as KeptSandbox;
  if (kept.now.snapshot.state === undefined) {
    throw new RecadoError(
      "request_invalid",
      "An older version of Recado saved this sandbox: play it once more, and save it again.",
    );
  }
  return {
    ...kept,
    settings: { ...DEFAULT_SETTINGS, ...kept.settings },
    lines: kept.lines.map((line) => Object.assign({ messageId: null, isDuplicate: false }, line)),
    turns: kept.turns.map((turn) =>
      Object.assign({ crash: null }, turn, { tools: turn.tools.map((call) => Object.assign({ runId: null }, call)) }),
    ),
  };
}

function readInstant(value: unknown): Date | null {
  if (typeof value !== "object" || value === null || !(INSTANT in value)) return null;
  return new Date(String(value[INSTANT]));
}

export const DEFAULT_SETTINGS: SandboxSettings = {
  responseSpeed: 0.2,
  timerPreset: "real",
  areTimersOn: true,
  isClockRunning: true,
  engine: "local",
  isModelDown: false,
  killsNextTurn: false,
};

/** The settings with what is named changed. */
export function changed(settings: SandboxSettings, change: SettingsChange): SandboxSettings {
  const { responseSpeed, timerPreset, areTimersOn, isClockRunning, engine, isModelDown, killsNextTurn } = change;
  return {
    responseSpeed: responseSpeed ?? settings.responseSpeed,
    timerPreset: timerPreset ?? settings.timerPreset,
    areTimersOn: areTimersOn ?? settings.areTimersOn,
    isClockRunning: isClockRunning ?? settings.isClockRunning,
    engine: engine ?? settings.engine,
    isModelDown: isModelDown ?? settings.isModelDown,
    killsNextTurn: killsNextTurn ?? settings.killsNextTurn,
  };
}
