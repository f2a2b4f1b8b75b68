/** The requests to end this process: Ctrl-C, SIGTERM, the terminal's closing. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type StopSignal = (typeof SIGNALS)[number];

/** The exit code that a shell reports for a process ended by the signal. */
const EXIT_CODES: Record<StopSignal, number> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** npm hands on the Ctrl-C that the terminal has already sent to us: two signals, one press. */
const SAME_PRESS_MS = 500;

export interface StopRequest {
  readonly asked: Promise<void>;
  isAsked(): boolean;
}

/** Heeds the signals from now on. The first one only asks; a second press ends the process at once. */
export function heedStopSignals(): StopRequest {
  let askedAtMs: number | null = null;
  const asked = new Promise<void>((resolve) => {
    const onSignal = (signal: StopSignal) => {
      if (askedAtMs === null) {
        askedAtMs = performance.now();
        if (signal === "SIGINT" && process.stderr.isTTY)
          process.stderr.write("\nrecado: finishing what is under way (Ctrl-C again stops at once)…\n");
        resolve();
      } else if (performance.now() - askedAtMs > SAME_PRESS_MS) {
        process.stderr.write("recado: stopped at once; what was under way is taken up at the next start.\n");
        process.exit(EXIT_CODES[signal]);
      }
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
  });
  return { asked, isAsked: () => askedAtMs !== null };
}
