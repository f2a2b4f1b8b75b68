/**
 * Where a process can be cut off: before each statement, before each thing that the world outside sees, and where it
 * waits. At a statement the scheduler may also say that it failed, or let it happen and say that it failed.
 */
export const POINT_NAMES = [
  "start",
  "claims a conversation",
  "thinks",
  "flushes its journal before a call",
  "makes an outside call",
  "flushes its journal after a call",
  "commits its turn",
  "commits its replies apart",
  "lets go while its reply is typed",
  "reads its conversation anew",
  "absorbs the newer run",
  "ends a failed attempt",
  "buries a run",
  "claims an outbox",
  "postpones a message",
  "marks a message in flight",
  "comes to the socket",
  "writes to the wire",
  "settles a message",
  "renews its leases",
  "sweeps dead workers",
  "looks up what it should store",
  "stores a webhook's messages",
  "stores a webhook's reports",
  "answers 200",
  "fires a timer, or takes a run up again",
  "takes a conversation over, or gives it back",
  "speaks",
  "waits for the mailbox",
  "waits for the outbox",
  "waits for the timers",
  "waits for webhooks",
  "waits to renew",
  "waits for a death",
  "sleeps",
  "kills its process",
  "is done",
  "ends the day",
] as const;

export const Point = {
  start: 0,
  claim: 1,
  think: 2,
  flushStarted: 3,
  call: 4,
  flushDone: 5,
  commit: 6,
  commitApart: 7,
  park: 8,
  reload: 9,
  absorb: 10,
  fail: 11,
  bury: 12,
  claimSend: 13,
  postpone: 14,
  mark: 15,
  socket: 16,
  wire: 17,
  settle: 18,
  renew: 19,
  sweep: 20,
  lookUp: 21,
  enqueue: 22,
  record: 23,
  answer: 24,
  timerFire: 25,
  operator: 26,
  say: 27,
  idleMailbox: 28,
  idleOutbox: 29,
  idleTimers: 30,
  idleDoor: 31,
  idleRenewal: 32,
  idleSweep: 33,
  sleep: 34,
  die: 35,
  done: 36,
  night: 37,
} as const;

/** Points that wait until something is announced, falls due, or the poll comes round. */
export function isIdlePoint(point: number): boolean {
  return point >= Point.idleMailbox && point <= Point.idleSweep;
}

/** What becomes of the statement or call at a point. */
export const Fate = {
  done: 0,
  /** It was not executed, and the process is told so. */
  refused: 1,
  /** It was executed, and the process is told that it failed. */
  lostAnswer: 2,
} as const;

export type Steps = Generator<number, void, number>;
