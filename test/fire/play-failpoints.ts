import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "../support/oracle.ts";
import { watch } from "../support/oracle-watch.ts";
import { announceShare, DAY, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { eventually } from "../support/shop.ts";
import type { Action } from "./arm.js";
import { EDGES, type Edge } from "./failpoints.ts";
import { SCENARIOS } from "./scenarios.ts";
import { openScene, type Scene } from "./scene.ts";
import { openStage, type Stage } from "./stage.ts";

/**
 * Every failpoint × every action × before and after, on real processes and a real PostgreSQL. Afterwards the oracle and the
 * provider's ledger must find nothing lost, nothing done twice, nothing out of order and nothing stuck.
 *
 * Each costs time, and a crash or a pause a process: `npm test` plays a share of them, another each day;
 * `npm run test:chaos` plays all.
 */
interface Case extends Edge {
  readonly when: "before" | "after";
  readonly action: Action;
}

const IS_WHOLE = process.env["RECADO_CHAOS"] === "whole";

export const MATRIX: readonly Case[] = EDGES.flatMap((edge) =>
  (["before", "after"] as const).flatMap((when) => actionsAt(edge).map((action) => ({ ...edge, when, action }))),
);

/** Inside the driver there is no pause: what matters there is what was committed and who heard of it. */
function actionsAt({ point }: Edge): readonly Action[] {
  return point.startsWith("statement.") ? ["crash", "throw"] : ["crash", "stop", "throw", "delay"];
}

/** Cases that stand side by side come to one edge: they are played so many days apart, so that no edge waits until all others are over. */
const DAYS_APART = 12;

/**
 * Plays one in `oneIn` of the cases with these actions: a higher number is a smaller share. It has no
 * divisor in common with `DAYS_APART`, and is at most 41, so that six weeks play all.
 */
export function playFailpoints(actions: readonly Action[], { oneIn }: { readonly oneIn: number }): void {
  const all = MATRIX.filter(({ action }) => actions.includes(action));
  const cases = all.filter((_, n) => IS_WHOLE || (n * DAYS_APART + DAY) % oneIn === 0);
  announceShare({
    stage: `failpoints (${actions.join(", ")})`,
    played: cases.length,
    of: all.length,
    seed: SEED_OF_THE_DAY,
    whole: "npm run test:chaos",
  });
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
    await watch(stage.database);
    await stage.subject();
  });
  afterAll(() => stage.close());

  test.each(cases)("$point, $when: $action ($scenario)", async (one) => {
    try {
      await play(one);
    } finally {
      await stage.clear();
    }
  });

  async function play(one: Case): Promise<void> {
    const { point, scenario, when, action } = one;
    const { env, prepare, act, finish } = SCENARIOS[scenario];
    const subject = await stage.subject(env);
    const scene = openScene(stage, subject, MATRIX.indexOf(one));
    await prepare?.(scene);
    await subject.arm({ point, when, action });
    // What the edge answers or swallows, its caller asks for again: `act` ends when all is taken in.
    const acting = act(scene);
    acting.catch(() => {});
    await eventually("it has come to the edge", scene.isOver, 10_000);
    const isGone = action === "crash" || action === "stop";
    if (action === "stop") await eventually("it is stopped", subject.isStopped);
    if (isGone || scenario === "a stop in mid-turn") await stage.succeed();
    if (isGone) await stage.advance();
    await acting;
    await finish?.(scene);
    await stage.untilQuiet();
    if (action === "stop") {
      // The sleeper wakes in the middle of what it was doing.
      await subject.stop();
      await stage.untilQuiet();
    }
    if (scenario === "a stop in mid-turn") await eventually("it has stopped", subject.hasEnded);
    await judge(one, scene);
  }

  async function judge(one: Case, scene: Scene): Promise<void> {
    await eventually("every report has come", async () => {
      const [row] = await stage.database.rows(`select count(*)::int as n from (
        select wamid from message_statuses union select wamid from outbox_messages
        where coalesce(sent_at, delivered_at, read_at) is not null) told`);
      return Number(row?.["n"]) >= new Set(stage.graph.ledger.map((line) => line.wamid)).size;
    });
    const ledger = stage.graph.ledger;
    expect(await violations(stage.database, { ledger })).toEqual([]);
    const mine = ledger.filter((line) => line.to === scene.phone);
    const taken = new Map(mine.map((line) => [line.opaque.split(":")[1], line.text]));
    expect(SCENARIOS[one.scenario].expected(scene)).toContainEqual([...taken.values()]);
    const effects = stage.effects.splice(0);
    expect(effects).toHaveLength(new Set(effects).size);
    if (one.scenario === "a tool" && !mine.some((line) => line.text === "FALLBACK")) expect(effects).toHaveLength(1);
  }
}
