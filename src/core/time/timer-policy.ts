/**
 * The one timer of a session. A decision says what happens (`signals`) and which level holds afterwards (`plan`); this
 * says what is armed then. Durations come with the level, one for each preset.
 */
export const TIMER_PRESETS = ["real", "rapido", "instantaneo"] as const;
export type TimerPreset = (typeof TIMER_PRESETS)[number];

export const TIMER_STATUSES = ["pending", "fired", "cancelled"] as const;
export type TimerStatus = (typeof TIMER_STATUSES)[number];

/** How long to wait after a timer is due before it is acted upon: a message on its way is heard first (requirement A32). */
export const SETTLE_MS: Readonly<Record<TimerPreset, number>> = { real: 5_000, rapido: 500, instantaneo: 0 };

export interface TimerSignal {
  readonly type: "start" | "reevaluate" | "cancel";
  readonly reason?: string;
}

/** A level and its full duration, in seconds, for each preset. */
export interface TimerPlan {
  readonly level: string;
  readonly seconds: Readonly<Record<TimerPreset, number>>;
}

export interface ArmedTimer {
  readonly level: string;
  readonly dueAt: Date;
}

/** The timer after a turn. The same level and time as before: it keeps counting. */
export interface TimerWrite extends ArmedTimer {
  /** See `SETTLE_MS`. */
  readonly settleMs: number;
}

/**
 * `start` counts from now; `reevaluate` keeps what counts for the same level, and starts where nothing or another level
 * was armed; where no level holds, both leave nothing armed.
 */
export function nextTimer(
  armed: ArmedTimer | null,
  decided: { readonly signals: readonly TimerSignal[]; readonly plan: TimerPlan | null },
  at: { readonly now: Date; readonly preset: TimerPreset },
): ArmedTimer | null {
  const { signals, plan } = decided;
  let timer = armed;
  for (const { type } of signals) {
    if (type === "cancel" || plan === null) timer = null;
    else if (type === "start" || timer?.level !== plan.level) {
      timer = { level: plan.level, dueAt: new Date(at.now.getTime() + plan.seconds[at.preset] * 1_000) };
    }
  }
  return timer;
}
