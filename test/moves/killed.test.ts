import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceShare, drawShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { MOVING, openTwoCells, type TwoCells } from "./two-cells.ts";
import { moveUnderTraffic } from "./under-traffic.ts";

/** The real command as a process of its own, with `kill -9` in the middle of what it does. */
const ENTRY = fileURLToPath(new URL("../../bin/recado.js", import.meta.url));
const DIES_AT = fileURLToPath(new URL("dies-at.js", import.meta.url));

interface Death {
  readonly step: string;
  /** Words of the statement behind which it dies. */
  readonly words: string;
  /** False: it dies within the transaction. */
  readonly isCommitted: boolean;
}

/** In the order of a move: each step when it is committed, and the long ones in their middle as well. */
const DEATHS: readonly Death[] = [
  { step: "begun", words: "'number.leaving'", isCommitted: true },
  { step: "announced", words: "'in', 'begun'", isCommitted: true },
  { step: "half guarded", words: '"0_guard_moving" before', isCommitted: true },
  { step: "silent", words: "set move_phase = 'copying'", isCommitted: true },
  { step: "half copied", words: "copied = ", isCommitted: false },
  { step: "copied", words: "copied = ", isCommitted: true },
  { step: "left", words: "set move_phase = 'moved'", isCommitted: true },
  { step: "half forgotten", words: 'delete from "agent_events"', isCommitted: false },
  { step: "forgotten", words: 'delete from "agent_events"', isCommitted: true },
  { step: "half unguarded", words: 'drop trigger if exists "0_guard_moving"', isCommitted: true },
  { step: "over", words: "'number.left'", isCommitted: true },
];
const IS_WHOLE = process.env["RECADO_MOVES"] === "whole";

let cells: TwoCells;
beforeAll(async () => {
  cells = await openTwoCells();
});
afterAll(() => cells.close());

test("`recado number move` goes on after kill -9, and every word is answered once, in order", async () => {
  const deaths = IS_WHOLE ? DEATHS : drawShare(DEATHS, 2);
  announceShare({
    ...{ stage: "kill -9 of a move", played: deaths.length, of: DEATHS.length, seed: SEED_OF_THE_DAY },
    whole: "RECADO_MOVES=whole npm test -- test/moves/killed.test.ts",
  });
  await moveUnderTraffic(cells, async (doorThere) => {
    for (const death of deaths) {
      expect(await runMove(doorThere, death), death.step).toMatchObject({ ended: "SIGKILL" });
    }
    // After the last death nothing may be left to do, and the command says so.
    const { ended, output } = await runMove(doorThere, null);
    if (ended !== 0) expect(output).toContain("has moved away");
  });
}, 600_000);

function runMove(doorThere: string, death: Death | null): Promise<{ ended: number | string | null; output: string }> {
  const words = ["number", "move", MOVING, "--to", cells.there.url, "--door", doorThere, "--wait", "60", "--by", "ana"];
  const child = spawn(process.execPath, ["--import", DIES_AT, ENTRY, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...{ PATH: process.env["PATH"], HOME: process.env["HOME"], DATABASE_URL: cells.here.url },
      ...(death === null ? {} : { MOVE_DIES_AT: JSON.stringify(death) }),
    },
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => child.once("close", (code, signal) => resolve({ ended: signal ?? code, output })));
}
