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
  "fires a timer",
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
  reload: 8,
  absorb: 9,
  fail: 10,
  bury: 11,
  claimSend: 12,
  postpone: 13,
  mark: 14,
  socket: 15,
  wire: 16,
  settle: 17,
  renew: 18,
  sweep: 19,
  lookUp: 20,
  enqueue: 21,
  record: 22,
  answer: 23,
  timerFire: 24,
  operator: 25,
  say: 26,
  idleMailbox: 27,
  idleOutbox: 28,
  idleTimers: 29,
  idleDoor: 30,
  idleRenewal: 31,
  idleSweep: 32,
  sleep: 33,
  die: 34,
  done: 35,
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
