import type { EventId } from "../../src/core/ids.ts";
import { type Departure, departure, isPatient, notLater } from "../../src/core/outbound/human-delay.ts";
import { isWindowOpen } from "../../src/core/outbound/service-window.ts";
import { MAX_BEGUN, nextAttempt, RUN_RETRY_POLICY } from "../../src/core/turn/run-retry-policy.ts";
import { fail, flushStep, park } from "./attempts.ts";
import { addReplies, type Committed, commit, type Ending } from "./commits.ts";
import { hashOf, type QuestionRow, type ReadAnswer, readTurnsAnswers, takeUpWith } from "./confirmations.ts";
import type { Host, Process } from "./host.ts";
import { absorbNewer, claim, dueConversation, reload, take } from "./mailbox.ts";
import { judgeEmptyClaim } from "./oracle.ts";
import type { Marked } from "./outbox.ts";
import { Fate, Point, type Steps } from "./points.ts";
import { sendMarked } from "./send-messages.ts";
import { type EventRow, KEEPS, NOBODY, type OutboxRow, type Part, type RunRow, type Turn } from "./tables.ts";
import type { World } from "./world.ts";

/** The worker of src/runtime: claim, process-turn.ts and the phases, reduced to what they ask of the store and the world. */
const MAX_CONFLICTS = 3;
const MAX_MERGES = 10;

/** `persistently`: a write is tried again for a while, and then the turn is left to the end of its lease. */
export const WRITE_TRIES = 6;

export function* workTurns(world: World, process: Process): Steps {
  const { host } = process;
  for (;;) {
    const turn = host.waiting.shift() ?? (yield* claimOne(world, host.worker));
    if (turn === null) {
      yield Point.idleMailbox;
      continue;
    }
    host.working.push(turn);
    const marked = yield* processTurn(world, host, turn);
    host.working = host.working.filter((one) => one.conversation !== turn.conversation || one.fence !== turn.fence);
    if (marked !== null) yield* sendMarked(world, host, marked);
  }
}

function* claimOne(world: World, worker: number): Generator<number, Turn | null, number> {
  if (world.mutant === "no_conversation_lock") {
    const due = dueConversation(world);
    if (due === null) return null;
    yield Point.claim;
    return due.activeRun === NOBODY && due.queuedRun === NOBODY ? null : take(world, due, worker);
  }
  const fate = yield Point.claim;
  const turn = fate === Fate.refused ? null : claim(world, worker);
  if (fate === Fate.done && turn === null) judgeEmptyClaim(world);
  return fate === Fate.done ? turn : null;
}

function* processTurn(world: World, host: Host, claimed: Turn): Generator<number, Marked | null, number> {
  let turn = claimed;
  let conflicts = 0;
  let merges = 0;
  let former: Departure | null = null;
  if (turn.attempts > MAX_BEGUN) return yield* bury(world, turn);
  turn.run.begun += 1;
  for (;;) {
    const readMs = world.monotonicMs;
    const thought = yield* think(world, host, turn);
    if (thought.kind === "lost") return null;
    if (thought.kind === "threw") return yield* endAttempt(world, turn, thought.tool);
    // A reply that has not left yet can still answer what came meanwhile; one that follows a deed goes out.
    const spokenAt = spokenAtOf(turn);
    const now = turn.now + world.monotonicMs - readMs;
    const mayMerge = merges === 0 || (merges < MAX_MERGES && isPatient(spokenAt, new Date(now)));
    const saysAnything = thought.ending.replies > 0 || thought.ending.answers.length > 0;
    const refuseIfNewer = saysAnything && mayMerge && !thought.hasDeed && turn.segment === 0;
    const typingMs = thought.ending.replies > 0 ? thought.ending.typingMs : 0;
    const typed: Departure = departure(spokenAt, { typingMs, speed: world.responseSpeed });
    const leaves: Departure = former === null ? typed : notLater(typed, former);
    if (typingMs > 0) former = leaves;
    const until = leaves.at.getTime();
    const isTyping = until > now;
    if (isTyping) {
      const parked = yield* parkPersistently(world, turn, until, refuseIfNewer);
      // What no message may join has lost its lease: its next attempt goes on from its journal.
      if (parked || !refuseIfNewer) return null;
    }
    const markedMs = world.monotonicMs;
    const committed: Committed | null = isTyping
      ? { kind: "newer" }
      : yield* commitPersistently(world, turn, { ...thought.ending, refuseIfNewer });
    if (committed === null) return yield* endAttempt(world, turn, "none");
    if (committed.kind === "committed") {
      return committed.toSend === null ? null : { row: committed.toSend, attempt: 1, status: "in_flight", markedMs };
    }
    if (committed.kind === "fenced") return null;
    if (committed.kind === "conflict" && conflicts >= MAX_CONFLICTS) return yield* endAttempt(world, turn, "none");
    const isNewer = committed.kind === "newer";
    const fate = yield isNewer ? Point.absorb : Point.reload;
    if (fate === Fate.refused) return yield* endAttempt(world, turn, "none");
    const again = isNewer ? absorbNewer(world, turn) : reload(world, turn);
    if (fate === Fate.lostAnswer) return yield* endAttempt(world, turn, "none");
    if (again === null) return null;
    if (isNewer) merges += 1;
    else conflicts += 1;
    turn = again;
  }
}

/** When the customer spoke; where nobody did, when the events came. */
function spokenAtOf({ events }: Turn): Date[] {
  const spoken = events.filter(({ said }) => said !== NOBODY);
  return (spoken.length > 0 ? spoken : events).map((event) => new Date(event.createdAt));
}

/** False when the lease is lost or a newer message waits: which of them it is says the attempt to absorb it. */
function* parkPersistently(
  world: World,
  turn: Turn,
  until: number,
  refuseIfNewer: boolean,
): Generator<number, boolean, number> {
  for (let tries = 0; tries < WRITE_TRIES; tries += 1) {
    const fate = yield Point.park;
    const isParked = fate === Fate.refused ? false : park(world, turn, until, refuseIfNewer);
    if (fate === Fate.done) return isParked;
  }
  return false;
}

type Thought =
  | { readonly kind: "thought"; readonly ending: Ending; readonly hasDeed: boolean }
  | { readonly kind: "lost" }
  /** `tool`: the line of the journal that was not written yet. */
  | { readonly kind: "threw"; readonly tool: RunRow["tool"] };

const LOST: Thought = { kind: "lost" };

const NOTHING: Ending = {
  kind: "complete",
  replies: 0,
  onDoubt: "resend",
  claims: false,
  isTemplate: false,
  isNamed: false,
  typingMs: 0,
  isFallback: false,
  closesSession: false,
  handsOff: false,
  timerMs: 0,
  timerLevel: 0,
  refuseIfNewer: false,
  sendsAtOnce: false,
  asks: null,
  agentVersion: 0,
  puts: [],
  answers: [],
  goesOn: null,
  isStopped: false,
  callsOff: false,
};

/**
 * The phases: what the customer said decides everything. A timer that comes together with a message is answered by the
 * message's turn (the silence is over); one whose session has ended meanwhile moves nobody.
 */
function* think(world: World, host: Host, turn: Turn): Generator<number, Thought, number> {
  yield Point.think;
  const { botEnabled, session } = turn;
  let [replies, timerMs, timerLevel] = [0, 0, 0];
  let onDoubt: OutboxRow["onDoubt"] = "resend";
  let typingMs = 0;
  if (turn.segment > 0) return yield* thinkSegment(world, host, turn);
  if (turn.run.question !== null) return yield* goOn(world, host, turn, turn.run.question);
  let [isTemplate, wantsCall, closesSession, handsOff, spoke] = [false, false, false, false, false];
  let asks: Ending["asks"] = null;
  let goesOn: Part | null = null;
  let callsOff = false;
  const read = readTurnsAnswers(world, turn);
  for (const { seq, said, timer } of turn.events) {
    if (timer !== null && timer.session === session && !spoke) {
      replies = 1;
      typingMs = 2_000 * world.responseSpeed;
      timerLevel = timer.level + 1;
      timerMs = timerLevel < 2 ? 300_000 : 0;
    }
    const words = world.said[said];
    if (words === undefined) continue;
    if (words.poison === "kills") yield Point.die;
    if (words.poison === "throws") return { kind: "threw", tool: "none" };
    spoke = true;
    // What answers a question is not for the agent.
    if (read.used.has(String(seq) as EventId)) continue;
    replies = Math.max(replies, words.replies);
    typingMs = Math.max(typingMs, words.typingMs);
    [timerMs, timerLevel] = [words.timerMs, 0];
    wantsCall ||= words.callsTool;
    if (words.asks) asks ??= words.audience;
    closesSession ||= words.closesSession;
    handsOff ||= words.handsOff;
    callsOff ||= words.callsOff;
    if (words.segments > 0) goesOn = { left: words.segments - 1, waitMs: words.segmentMs, callsTool: words.callsTool };
    if (words.onDoubt !== "resend") onDoubt = words.onDoubt;
    isTemplate ||= words.isTemplate;
  }
  if (!botEnabled) return { kind: "thought", ending: NOTHING, hasDeed: false };
  const answers = read.given.map((given): ReadAnswer => {
    const question = world.run(Number(given.confirmationId)).question as QuestionRow;
    const event = turn.events.find(({ seq }) => String(seq) === given.eventId) as EventRow;
    return { question, isYes: given.decision === "approve", event };
  });
  // respond.ts: that it is not done, what the decision says, and the questions that are put.
  const denials = answers.some(({ isYes }) => !isYes) ? 1 : 0;
  const puts = read.unclear.slice(0, 3).map(({ id }) => world.run(Number(id)));
  // What waits for a yes is not called; what the customer told is kept, and nothing that may follow from it.
  if (asks !== null) {
    if (asks === "customer") puts.push(turn.run);
    const said = { replies: denials + puts.length, puts, answers, isNamed: true, typingMs };
    const ending = { ...NOTHING, ...said, asks, agentVersion: world.agentVersion, timerMs: KEEPS };
    return { kind: "thought", ending, hasDeed: asks === "operator" };
  }
  const isOnlyAnswered =
    read.used.size > 0 &&
    turn.events.every(({ seq, said }) => said === NOBODY || read.used.has(String(seq) as EventId));
  if (isOnlyAnswered) [replies, timerMs, timerLevel] = [0, KEEPS, 0];
  const called = wantsCall ? yield* callTool(world, turn) : "none";
  if (called === "lost") return LOST;
  if (called === "threw") return { kind: "threw", tool: "started" };
  const isOpen = isWindowOpen(new Date(turn.lastCustomerAt), new Date(turn.now));
  if (!isTemplate && !isOpen) replies = 0;
  if (!isOpen || handsOff || isOnlyAnswered) goesOn = null;
  replies += denials + puts.length;
  const claims = called === "ok" || (wantsCall && world.mutant === "claim_without_proof");
  const sendsAtOnce = replies > 0 && !isTemplate && !host.isBarred && world.random.chance(0.7);
  const ending = {
    ...NOTHING,
    replies,
    onDoubt,
    claims,
    isTemplate,
    isNamed: true,
    typingMs,
    closesSession,
    handsOff,
    timerMs,
    timerLevel,
    sendsAtOnce,
    puts,
    answers,
    goesOn,
    callsOff,
  };
  return { kind: "thought", ending, hasDeed: called !== "none" };
}

/** classify.ts ends what was called off without a word; else the segment calls, speaks and goes on as it was handed on. */
function* thinkSegment(world: World, host: Host, turn: Turn): Generator<number, Thought, number> {
  const part = turn.run.segments[turn.segment - 1]?.part;
  if (part === undefined || turn.isStopped || !turn.botEnabled) {
    return { kind: "thought", ending: { ...NOTHING, timerMs: KEEPS, isStopped: true }, hasDeed: false };
  }
  const called = part.callsTool ? yield* callTool(world, turn) : "none";
  if (called === "lost") return LOST;
  if (called === "threw") return { kind: "threw", tool: "started" };
  const isOpen = isWindowOpen(new Date(turn.lastCustomerAt), new Date(turn.now));
  const goesOn = part.left > 0 && isOpen ? { ...part, left: part.left - 1 } : null;
  const sendsAtOnce = isOpen && !host.isBarred && world.random.chance(0.7);
  const typingMs = 2_000 * world.responseSpeed;
  const said = { replies: isOpen ? 1 : 0, claims: called === "ok", isNamed: true, typingMs, sendsAtOnce };
  const ending = { ...NOTHING, ...said, timerMs: KEEPS, goesOn, isStopped: !isOpen };
  return { kind: "thought", ending, hasDeed: called !== "none" };
}

/** plan.ts and take-up.ts: the answer decides, and the call is exactly what was shown, or none. */
function* goOn(world: World, host: Host, turn: Turn, question: QuestionRow): Generator<number, Thought, number> {
  const version = world.agentVersion;
  const isUnbound = world.mutant === "approval_of_another_call" && question.status === "approved";
  const takenUp = takeUpWith(question, version, !turn.botEnabled);
  let claims = false;
  if (takenUp.approved !== null || isUnbound) {
    question.calledHash ??= hashOf(turn.run, version);
    const called = yield* callTool(world, turn);
    if (called === "lost") return LOST;
    if (called === "threw") return { kind: "threw", tool: "started" };
    claims = called === "ok";
  }
  const isOpen = isWindowOpen(new Date(turn.lastCustomerAt), new Date(turn.now));
  const replies = isOpen ? takenUp.decision.messages.length : 0;
  const sendsAtOnce = replies > 0 && !host.isBarred && world.random.chance(0.7);
  const ending = { ...NOTHING, replies, claims, isNamed: true, timerMs: KEEPS, sendsAtOnce };
  // Nothing joins it: what has been answered is carried out first.
  return { kind: "thought", ending, hasDeed: true };
}

/** act.ts: marked in the journal, called, journaled; cut off in between it is in doubt, and never made again. */
function* callTool(world: World, turn: Turn): Generator<number, "none" | "ok" | "doubt" | "lost" | "threw", number> {
  const former = world.mutant === "repeated_doubtful_call" && turn.tool === "started" ? "none" : turn.tool;
  if (former === "ok") return "ok";
  if (former === "started") return "doubt";
  if (world.mutant !== "call_without_mark") {
    const fate = yield Point.flushStarted;
    const isHeld = fate === Fate.refused ? false : flushStep(world, turn, "started");
    if (fate !== Fate.done) return "threw";
    if (!isHeld) return "lost";
  }
  const fate = yield Point.call;
  if (fate !== Fate.refused) world.called(turn.run, turn.segment);
  if (fate !== Fate.done) return "doubt";
  const flushed = yield Point.flushDone;
  const isHeld = flushed === Fate.refused ? false : flushStep(world, turn, "ok");
  if (flushed !== Fate.done) return "threw";
  return isHeld ? "ok" : "lost";
}

/** Null when the database stayed away for longer than anybody waits. */
function* commitPersistently(world: World, turn: Turn, ending: Ending): Generator<number, Committed | null, number> {
  const written: OutboxRow[] = [];
  let rest = ending;
  if (world.mutant === "effect_outside_the_commit" && ending.replies > 0) {
    yield Point.commitApart;
    addReplies(world, turn, { ...ending, sendsAtOnce: false }, null);
    world.touch(turn.conversation);
    rest = { ...ending, replies: 0 };
  }
  for (let tries = 0; tries < WRITE_TRIES; tries += 1) {
    const fate = yield ending.kind === "bury" ? Point.bury : Point.commit;
    if (fate === Fate.refused) continue;
    const committed = commit(world, turn, rest, written);
    if (world.mutant === "segment_parked_apart" && rest.goesOn !== null && committed.kind === "committed") {
      yield Point.commitApart;
      turn.run.dueAt = world.now();
    }
    if (fate === Fate.done) return committed;
  }
  return null;
}

/** The attempt has failed: it waits for its next one, or it was the last. */
function* endAttempt(world: World, turn: Turn, tool: RunRow["tool"]): Generator<number, null, number> {
  const next = nextAttempt(RUN_RETRY_POLICY, turn.failures + 1, new Date(world.now()), world.random.fraction());
  if (next.kind === "give_up") return yield* bury(world, turn);
  for (let tries = 0; tries < WRITE_TRIES; tries += 1) {
    const fate = yield Point.fail;
    if (fate === Fate.refused) continue;
    fail(world, turn, next.delayMs, tool);
    if (fate === Fate.done) return null;
  }
  return null;
}

/** The customer hears that a person will look at it, once a run and only where the bot may speak. */
function* bury(world: World, turn: Turn): Generator<number, null, number> {
  let current = turn;
  for (;;) {
    // Who spoke before it asked waits for what comes of it.
    const spoke =
      current.run.question !== null || current.segment > 0 || current.events.some(({ said }) => said !== NOBODY);
    const speaks = spoke && current.botEnabled && !current.run.hasFallback && world.mutant !== "silent_dead_letter";
    const ending: Ending = { ...NOTHING, kind: "bury", replies: speaks ? 1 : 0, isFallback: speaks };
    const committed = yield* commitPersistently(world, current, ending);
    if (committed === null || committed.kind === "committed") return null;
    const fate = yield Point.reload;
    const anew = fate === Fate.done ? reload(world, turn) : null;
    if (anew === null || anew.run !== turn.run || anew.version === current.version) return null;
    current = anew;
  }
}
