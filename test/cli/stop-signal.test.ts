import { afterEach, expect, test, vi } from "vitest";
import { heedStopSignals } from "../../src/cli/stop-signal.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const others = SIGNALS.map((signal) => process.listeners(signal));

afterEach(() => {
  for (const [place, signal] of SIGNALS.entries()) {
    for (const own of process.listeners(signal).filter((one) => !others[place]?.includes(one)))
      process.off(signal, own);
  }
  vi.restoreAllMocks();
});

/** A press at each of these moments; answers the exit codes that the process would have ended with. */
function press(signals: readonly { signal: NodeJS.Signals; atMs: number }[]): number[] {
  const exits: number[] = [];
  vi.spyOn(process, "exit").mockImplementation((code) => exits.push(Number(code)) as never);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const clock = vi.spyOn(performance, "now");
  for (const { signal, atMs } of signals) {
    clock.mockReturnValue(atMs);
    process.emit(signal, signal);
  }
  return exits;
}

test.each(SIGNALS)("%s asks the process to stop and does not end it", async (signal) => {
  const stop = heedStopSignals();
  expect(stop.isAsked()).toBe(false);
  expect(press([{ signal, atMs: 1_000 }])).toEqual([]);
  expect(stop.isAsked()).toBe(true);
  await stop.asked;
});

test("the Ctrl-C that npm hands on beside the terminal's own is the same press", () => {
  heedStopSignals();
  const pressed = press([
    { signal: "SIGINT", atMs: 1_000 },
    { signal: "SIGINT", atMs: 1_003 },
  ]);
  expect(pressed).toEqual([]);
});

test("a second press does not wait", () => {
  heedStopSignals();
  const pressed = press([
    { signal: "SIGINT", atMs: 1_000 },
    { signal: "SIGINT", atMs: 2_000 },
  ]);
  expect(pressed).toEqual([130]);
});
