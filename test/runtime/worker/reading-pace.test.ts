import { setImmediate as nextRound } from "node:timers/promises";
import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import type { Pause } from "../../../src/core/pause.ts";
import { STANDING_QUESTIONS } from "../../../src/core/ports/flow-reader.ts";
import { createReadingPace } from "../../../src/runtime/worker/reading-pace.ts";

/** How many characters are read in each round of the event loop, while `work` goes on. */
async function countRounds(work: (read: (characters: number) => void) => Promise<unknown>): Promise<number[]> {
  const rounds: number[] = [];
  let inThisRound = 0;
  let isOver = false;
  const ended = work((characters) => {
    inThisRound += characters;
  }).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await nextRound();
    rounds.push(inThisRound);
    inThisRound = 0;
  }
  await ended;
  return rounds.filter((characters) => characters > 0);
}

test("turns of many customers with long messages are read one message a round, short ones many a round", async () => {
  const pace = createReadingPace(2_000);
  const reads = (lengths: readonly number[]) =>
    countRounds((read) =>
      Promise.all(
        lengths.map(async (characters) => {
          await pace.take(characters);
          read(characters);
        }),
      ),
    );
  // One where the round begins, and one where it ends: not all thirty.
  expect(Math.max(...(await reads(Array(30).fill(1_900))))).toBeLessThanOrEqual(2 * 1_900);
  expect(Math.max(...(await reads(Array(30).fill(9_000))))).toBeLessThanOrEqual(2 * 9_000);
  expect(await reads(Array(30).fill(20))).toEqual([600]);
});

test("an agent's reader stops before each message after the first, and reads what it reads at once", async () => {
  const { reader } = somnioFlow.definition;
  const messages = [
    "hola",
    "quiero hacer un pedido",
    "soy Marta Ríos de Medellín, cel 301 555 0142",
    "¿cuánto se demora?",
  ];
  const context = { lastAssistant: [], asked: [], isCollecting: false, data: {}, missing: [] };
  const asked: number[] = [];
  const others: string[] = [];
  const pause: Pause = async (characters) => {
    asked.push(characters);
    await nextRound();
    others.push("had their turn");
  };
  const { answerTo: slowAnswer, ...slowly } = await reader.read(messages, context, pause);
  expect(asked.slice(0, 3)).toEqual(messages.slice(1).map(({ length }) => length));
  expect(others.length).toBe(asked.length);
  const { answerTo, ...atOnce } = await reader.read(messages, context);
  expect(slowly).toEqual(atOnce);
  expect(STANDING_QUESTIONS.map((question) => slowAnswer?.(question))).toEqual(
    STANDING_QUESTIONS.map((question) => answerTo?.(question)),
  );
});
