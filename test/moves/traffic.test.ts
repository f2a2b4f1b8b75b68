import { afterAll, beforeAll, expect, test } from "vitest";
import { MOVE_STEPS, type MoveStep, moveNumber } from "../../src/postgres/moves/move-number.ts";
import { MOVING, openTwoCells, type TwoCells } from "./two-cells.ts";
import { moveUnderTraffic } from "./under-traffic.ts";

/** A number moves while its customers write, and the command that moves it dies after every step. */

let cells: TwoCells;
beforeAll(async () => {
  cells = await openTwoCells();
});
afterAll(() => cells.close());

test("a number that moves while customers write loses no message, and repeats no reply, though the move is killed at every step", async () => {
  await moveUnderTraffic(cells, async (doorThere) => {
    const killedAfter: MoveStep[] = [];
    const move = () =>
      moveNumber(
        cells.order({
          forwardTo: doorThere,
          onStep: (step) => {
            if (killedAfter.includes(step)) return;
            killedAfter.push(step);
            throw new Error("killed");
          },
        }),
      );
    for (;;) {
      const ended = await move().catch((error: Error) => error.message);
      if (ended !== "killed") {
        expect(ended).toMatchObject({ number: MOVING });
        break;
      }
      if (killedAfter.length === MOVE_STEPS.length) break;
    }
    expect(killedAfter).toEqual(MOVE_STEPS);
  });
}, 180_000);
