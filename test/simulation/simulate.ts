import { Random } from "../support/random.ts";
import type { Mutant } from "./planted-mutants.ts";
import { Scheduler } from "./scheduler.ts";
import { KEEPS } from "./tables.ts";
import { type Faults, Violation, World } from "./world.ts";

/**
 * The claim, commit, send and timer protocol as a pure model: no I/O, no clock, no chance but the seed's. Statements of the
 * database are atomic steps (mailbox.ts and the files beside it); doors, workers, senders, watchers, timers and people are
 * generators whose every `yield` is a place where they can be cut off. A crash of the database takes back what was not
 * fsynced: claims, places, renewals. The policies are the real ones of src/core: run
 * machine, retries, send policy, refusals, human delay, pace, window, delivery ranks, opaque keys. What SQL and isolation add is not modelled here: the
 * store's contract suite, the crash tests and the oracle in SQL are for that.
 *
 * Model and oracle are two things. The model (tables.ts, mailbox.ts, commits.ts, attempts.ts, outbox.ts, confirmations.ts, segments.ts, timers.ts, operators.ts) says what each
 * statement does to leases, fences, order and sends. `applyCommit` and `claimFrom` of src/core/conversation know none of these,
 * because a conversation that is a value has one worker: so the model does not run them, and what both decide is one function
 * (is-spoken-over.ts, read-answers.ts, the policies). What a turn leaves in a conversation is drawn here, and held against SQL by
 * test/conversation. The oracle (the files oracle…) is independent on purpose: it states the invariants over rows and the provider's
 * ledger, calls none of the model's functions, and believes no statement. A mutant is a bug in the model that the oracle must see.
 *
 * Timers: one that counts a session. A commit arms, keeps, replaces or cancels it under the conversation's row lock; whatever
 * ends the session cancels it; when due, one statement turns it into an event of the mailbox under that same lock, and only
 * where the conversation is idle, so that a message which waits comes first. So a timer fires or is cancelled, once, never
 * early by the database's clock, never for a session that is over.
 *
 * Confirmations: a turn may ask an operator or the customer before its call (confirmations.ts). People answer, twice at once or too
 * late, agents are deployed meanwhile, takeovers and nights call questions off, and workers die between the yes and the call. What a
 * customer's words answer, production's own read-answers.ts says; what they meant, the oracle knows by itself.
 *
 * Segments: a turn may say that its run goes on, at once or at a time (segments.ts). The run is parked by the turn's commit and
 * taken up again where the conversation is idle, as a new turn of the same run. Customers write meanwhile and call it off, operators
 * do, people take over, and workers die at every statement in between. People pause such runs too, and resume them or do not: what
 * is at work ends, nothing begins meanwhile, and a pause that stands for 60 days ends the run.
 */
export interface Outcome {
  readonly seed: number;
  readonly steps: number;
  readonly violation: { readonly invariant: string; readonly detail: string } | null;
}

export function simulate(seed: number, mutant: Mutant | null = null, trace: string[] | null = null): Outcome {
  const world = new World(seed, mutant, trace);
  const { random } = world;
  drawWorkload(world);
  world.faults = drawFaults(random);
  try {
    new Scheduler(world).run(60 + random.below(240));
    return { seed, steps: world.step, violation: null };
  } catch (thrown) {
    if (!(thrown instanceof Violation)) throw thrown;
    return { seed, steps: world.step, violation: { invariant: thrown.invariant, detail: thrown.message } };
  }
}

/** Twice as often clear as not. */
const ANSWERS = ["sí", "dale", "no", "no", "ok", "¿y cuánto se demora?"];

function drawWorkload(world: World): void {
  const { random } = world;
  const contacts = 1 + random.below(3);
  for (let n = 0; n < contacts; n += 1) world.ofContact.push([]);
  const messages = 2 + random.below(6);
  world.responseSpeed = random.pick([0, 0, 0.2, 1]);
  const killerSeed = random.chance(0.06);
  // Questions have a random source of their own: without questions a seed stays the schedule that it always was.
  const asking = new Random(world.seed + 1_000_003);
  world.asksAtAll = asking.chance(0.4);
  const answering = new Random(world.seed + 2_000_003);
  world.asksCustomers = world.asksAtAll && answering.chance(0.5);
  const going = new Random(world.seed + 3_000_003);
  world.goesOnAtAll = going.chance(0.4);
  world.pausesAtAll = world.goesOnAtAll && new Random(world.seed + 4_000_003).chance(0.5);
  for (let n = 0; n < messages; n += 1) {
    const poison = n === 0 && killerSeed ? "kills" : random.chance(0.08) ? "throws" : "none";
    const isTemplate = random.chance(0.25);
    const [drawn, replies] = [random.below(contacts), random.below(3)];
    // Where customers answer, most of it is one conversation, and it begins with something to ask about.
    const contact = world.asksCustomers && answering.chance(0.8) ? 0 : drawn;
    const typingMs = Math.round((2_000 + random.below(10_000)) * world.responseSpeed);
    const callsTool = random.chance(0.25) || (world.asksCustomers && n === 0);
    world.said.push({
      ...{ contact, poison, replies, typingMs },
      callsTool,
      asks: callsTool && world.asksAtAll && asking.chance(0.7),
      audience: world.asksCustomers && answering.chance(0.8) ? "customer" : "operator",
      words: world.asksCustomers && n > 0 && answering.chance(0.7) ? answering.pick(ANSWERS) : "¿hacen domicilios?",
      onDoubt: isTemplate ? "hold" : random.pick(["resend", "resend", "resend", "drop"]),
      isTemplate,
      closesSession: random.chance(0.15),
      handsOff: random.chance(0.04),
      timerMs: random.chance(0.5) ? 20_000 + random.below(400_000) : random.pick([0, KEEPS]),
      segments: world.goesOnAtAll && going.chance(0.5) ? 1 + going.below(4) : 0,
      segmentMs: going.pick([0, 0, 5_000, 60_000, 3_600_000]),
      callsOff: world.goesOnAtAll && n > 0 && going.chance(0.1),
    });
    world.eventsOf.push(0);
    world.saidAt.push(0);
    world.heard200.push(false);
  }
}

/** Each fault is off in some seeds, rare in others and frequent in the rest: all of them always would hide what one does. */
function drawFaults(random: Random): Faults {
  const of = (rare: number, frequent: number) => {
    const drawn = random.below(5);
    return drawn < 2 ? 0 : drawn < 4 ? rare : frequent;
  };
  return {
    crash: of(0.008, 0.03),
    pause: of(0.01, 0.04),
    refused: of(0.02, 0.12),
    lostAck: of(0.05, 0.3),
    clock: of(0.003, 0.015),
    databaseCrash: of(0.004, 0.02),
    lostPresence: of(0.005, 0.02),
    stop: of(0.003, 0.01),
    redelivery: of(0.1, 0.4),
    wire: of(0.2, 0.7),
    favouriteOfTheWire: random.chance(0.5) ? random.below(7) : null,
    missingReport: of(0.2, 0.9),
    lateReport: of(0.1, 0.4),
  };
}

/** The first seed from `from` on that breaks an invariant, of `count`. */
export function firstViolation(from: number, count: number, mutant: Mutant | null = null): Outcome | null {
  for (let seed = from; seed < from + count; seed += 1) {
    const outcome = simulate(seed, mutant);
    if (outcome.violation !== null) return outcome;
  }
  return null;
}
