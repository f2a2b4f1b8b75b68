import { endSession } from "./commits.ts";
import { arrive } from "./mailbox.ts";
import { type Conversation, NEVER, NOBODY, type TimerRow } from "./tables.ts";
import type { World } from "./world.ts";

/** The night ends the sessions of idle conversations. */
export function endDay(world: World): void {
  for (const conversation of world.conversations) {
    if (conversation.runAt !== NEVER || conversation.session === NOBODY) continue;
    world.touch(conversation);
    endSession(world, conversation);
  }
  world.synced();
}

/** A due timer becomes an event of its conversation: one statement, under the row lock that every commit takes too. */
export function fireTimer(world: World, conversation: Conversation, timer: TimerRow): void {
  timer.fired += 1;
  if (world.mutant === "timer_lost") {
    world.touch(conversation);
    world.synced();
    return;
  }
  addTimerEvent(world, conversation, timer);
  world.synced();
}

export function addTimerEvent(world: World, conversation: Conversation, timer: TimerRow): void {
  const run = arrive(world, conversation, 1, NOBODY);
  conversation.events.push({
    seq: conversation.lastSeq,
    said: NOBODY,
    timer,
    createdAt: world.now(),
    run,
    status: "pending",
  });
  world.announced |= 1;
}

/**
 * The timer that has been due for the longest, of a session that is still active, where nothing waits: a message is answered
 * first, and its turn says what counts from then on. Null when none is.
 */
export function dueTimer(world: World, localNow: number): { conversation: Conversation; timer: TimerRow } | null {
  const now = world.mutant === "timer_by_local_clock" ? localNow : world.now();
  let due: { conversation: Conversation; timer: TimerRow } | null = null;
  for (const conversation of world.conversations) {
    if (conversation.runAt !== NEVER && world.mutant !== "timer_among_messages") continue;
    for (const timer of conversation.timers) {
      if (!timer.isPending || timer.dueAt > now) continue;
      if (timer.session !== conversation.session && world.mutant !== "timer_of_closed_session") continue;
      if (due === null || timer.dueAt < due.timer.dueAt) due = { conversation, timer };
    }
  }
  return due;
}
