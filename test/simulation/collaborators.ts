import { renew, sweep } from "./attempts.ts";
import { decide, dueRun, resumeDueRun } from "./confirmations.ts";
import type { Process } from "./host.ts";
import { enqueue, type Stale } from "./mailbox.ts";
import { cancelRun, setBotEnabled } from "./operators.ts";
import { recordReports } from "./outbox.ts";
import { Fate, Point, type Steps } from "./points.ts";
import { pauseRun } from "./segments.ts";
import { type Delivery, NOBODY } from "./tables.ts";
import { addTimerEvent, dueTimer, endDay, fireTimer } from "./timers.ts";
import type { World } from "./world.ts";

/** Everyone around the worker: the door, the watchers, the timers, the operator, the customers. */

/** Stores what the provider posts; 200 follows the commit. What is not answered comes again. */
export function* answerWebhooks(world: World, process: Process): Steps {
  const { host } = process;
  for (;;) {
    const delivery = dueDelivery(world);
    if (delivery === null) {
      yield Point.idleDoor;
      continue;
    }
    delivery.dueAt = world.monotonicMs + 2_000 + world.random.below(20_000);
    if (world.mutant === "ack_before_commit") yield* answer(world, delivery);
    if (delivery.said.length > 0) {
      const stale = yield* lookUp(world, delivery.said[0] as number);
      const fate = yield Point.enqueue;
      if (fate === Fate.refused) continue;
      const isFree = host.isWorker && host.waiting.length + host.working.length < 2;
      const turns = enqueue(world, delivery.said, isFree ? host.worker : NOBODY, stale);
      // The statement took a lease that nobody has heard of.
      if (fate === Fate.lostAnswer) continue;
      host.waiting.push(...turns);
    }
    if (delivery.reports.length > 0) {
      const fate = yield Point.record;
      if (fate === Fate.refused) continue;
      recordReports(world, delivery.reports);
      if (fate === Fate.lostAnswer) continue;
    }
    if (world.mutant !== "ack_before_commit") yield* answer(world, delivery);
  }
}

function dueDelivery(world: World): Delivery | null {
  const { deliveries, random, monotonicMs } = world;
  let due: Delivery | null = null;
  let count = 0;
  // Any of those that are due: the provider promises no order.
  for (const one of deliveries) {
    if (one.dueAt > monotonicMs) continue;
    count += 1;
    if (random.below(count) === 0) due = one;
  }
  return due;
}

function* answer(world: World, delivery: Delivery): Generator<number, void, number> {
  const fate = yield Point.answer;
  if (fate === Fate.refused) return;
  for (const wamid of delivery.said) {
    world.heard200[wamid] = true;
    if (world.eventsOf[wamid] === 0) world.violate("S1", `wamid ${wamid} was answered 200 and is not stored`);
  }
  // The provider has not heard the answer, or another subscriber failed: it comes again all the same.
  if (fate === Fate.lostAnswer || world.random.chance(world.faults.redelivery)) return;
  const at = world.deliveries.indexOf(delivery);
  if (at >= 0) world.deliveries.splice(at, 1);
}

/** Some bugs look up first what they act on later. */
function* lookUp(world: World, wamid: number): Generator<number, Stale | null, number> {
  const { mutant } = world;
  const contact = world.said[wamid]?.contact as number;
  const conversation = world.ofContact[contact]?.[0];
  const stale: Stale = {
    contact,
    isNew: mutant === "check_then_insert" && world.eventsOf[wamid] === 0,
    hasConversation: mutant !== "check_then_insert_conversation" || conversation !== undefined,
    lastSeq: mutant === "numbers_outside_the_lock" ? (conversation?.lastSeq ?? 0) : NOBODY,
  };
  if (!stale.isNew && stale.hasConversation && stale.lastSeq === NOBODY) return null;
  yield Point.lookUp;
  return stale;
}

export function* renewLeases(world: World, process: Process): Steps {
  const { host } = process;
  for (;;) {
    yield Point.idleRenewal;
    const working = [...host.working, ...host.waiting];
    const fate = yield Point.renew;
    if (fate !== Fate.refused) renew(world, host.worker, working);
  }
}

export function* sweepWorkers(world: World): Steps {
  for (;;) {
    yield Point.idleSweep;
    const fate = yield Point.sweep;
    if (fate !== Fate.refused) sweep(world);
  }
}

/** Two of them run at once: with one alone, a timer that fires twice would never be seen. */
export function* fireTimers(world: World, process: Process): Steps {
  const localSkewMs = 30_000 + world.random.below(60_000);
  const now = () => world.monotonicMs + localSkewMs;
  for (;;) {
    const looked = dueRun(world);
    if (looked !== null) {
      yield Point.timerFire;
      const isBelieved = world.mutant === "segment_read_then_resumed" && looked.run.segment > 0;
      resumeDueRun(world, isBelieved ? looked : null);
      continue;
    }
    if (world.mutant === "timer_read_then_write") {
      const due = dueTimer(world, now());
      yield due === null ? Point.idleTimers : Point.timerFire;
      if (due !== null) fireTimer(world, due.conversation, due.timer);
      continue;
    }
    const fate = yield Point.timerFire;
    const due = fate === Fate.refused ? null : dueTimer(world, now());
    if (due !== null) {
      fireTimer(world, due.conversation, due.timer);
      if (world.mutant === "timer_lost") {
        yield Point.timerFire;
        addTimerEvent(world, due.conversation, due.timer);
      }
    }
    if (due === null || fate !== Fate.done) yield Point.idleTimers;
    process.wakesAt = 0;
  }
}

/** A person takes conversations over, and gives them back. */
export function* operate(world: World, process: Process): Steps {
  for (let n = world.random.below(3); n > 0; n -= 1) {
    process.sleepMs = world.random.below(40_000);
    yield Point.sleep;
    const conversation = world.conversations[world.random.below(3)];
    if (conversation === undefined) continue;
    yield Point.operator;
    setBotEnabled(world, conversation, false);
    process.sleepMs = world.random.below(30_000);
    yield Point.sleep;
    yield Point.operator;
    setBotEnabled(world, conversation, true);
  }
  yield Point.done;
}

function anyRunThatGoesOn({ conversations, random }: World) {
  const going = conversations.flatMap((conversation) =>
    conversation.runs.flatMap((run) => (run.segment > 0 ? [{ conversation, run }] : [])),
  );
  return going[random.below(Math.max(1, going.length))];
}

/** An operator calls off runs that go on, wherever they stand. */
export function* callOffRuns(world: World, process: Process): Steps {
  for (let n = world.random.below(5); n > 0; n -= 1) {
    process.sleepMs = world.random.below(60_000);
    yield Point.sleep;
    const one = anyRunThatGoesOn(world);
    if (one === undefined) continue;
    yield Point.operator;
    cancelRun(world, one.conversation, one.run);
  }
  yield Point.done;
}

/** A person pauses runs that go on, and resumes them, wherever they stand. What is paused in the end stays so. */
export function* pauseRuns(world: World, process: Process): Steps {
  for (let n = 2 + world.random.below(6); n > 0; n -= 1) {
    process.sleepMs = world.random.below(60_000);
    yield Point.sleep;
    const one = anyRunThatGoesOn(world);
    if (one === undefined) continue;
    yield Point.operator;
    pauseRun(world, one.conversation, one.run, world.random.chance(0.6));
  }
  yield Point.done;
}

/** Two of them, so that one question is answered twice at once: in time, or when it is over. */
export function* approve(world: World, process: Process): Steps {
  for (let n = 0; n < 6; n += 1) {
    process.sleepMs = world.random.below(60_000);
    yield Point.sleep;
    if (world.random.chance(0.15)) world.agentVersion += 1;
    const asked = world.conversations.flatMap((conversation) =>
      conversation.runs.flatMap(({ question }) =>
        question?.audience === "operator" ? [{ conversation, question }] : [],
      ),
    );
    const one = asked[world.random.below(Math.max(1, asked.length))];
    if (one === undefined) continue;
    yield Point.operator;
    decide(world, one.conversation, one.question, world.random.chance(0.8));
  }
  yield Point.done;
}

const HOUR_MS = 3_600_000;

/** Any worker may be the one that ends the day; what it ends is whatever is idle then. */
export function* nights(world: World, process: Process): Steps {
  for (let n = world.random.below(3); n > 0; n -= 1) {
    process.sleepMs = world.random.below(HOUR_MS);
    yield Point.sleep;
    const fate = yield Point.night;
    if (fate !== Fate.refused) endDay(world);
  }
  yield Point.done;
}

/** Says everything there is to say, in bursts and after pauses of up to a day. The provider posts it, at least once. */
export function* speak(world: World, process: Process): Steps {
  const { random, faults } = world;
  let held: number[] = [];
  for (let wamid = 0; wamid < world.said.length; wamid += 1) {
    const patience = random.below(20);
    if (patience < 8) process.sleepMs = random.below(15);
    else if (patience < 16) process.sleepMs = random.below(6_000);
    else if (patience < 18) process.sleepMs = random.below(900_000);
    else process.sleepMs = random.below(26) * HOUR_MS;
    yield Point.sleep;
    yield Point.say;
    world.saidAt[wamid] = world.now();
    held.push(wamid);
    if (random.chance(0.2) && wamid + 1 < world.said.length) continue;
    const inMs = random.chance(faults.lateReport) ? random.below(30_000) : random.below(40);
    world.deliver(held, [], inMs);
    if (random.chance(faults.redelivery)) world.deliver(held, [], inMs + random.below(50));
    // One of a batch, again in another batch.
    if (random.chance(faults.redelivery)) world.deliver([random.pick(held)], [], inMs + random.below(5_000));
    held = [];
  }
  world.isCustomerDone = true;
  yield Point.done;
}
