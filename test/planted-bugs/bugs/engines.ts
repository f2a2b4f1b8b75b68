import type { PlantedBug } from "../planted-bug.ts";

export const ENGINES_BUGS: readonly PlantedBug[] = [
  {
    invariant: "D17: order stays with PostgreSQL whoever schedules",
    bug: "a call for one conversation takes another one",
    file: "src/postgres/turns/claim-turns.ts",
    find: "    offer.conversation,\n",
    replace: "    null as typeof offer.conversation,\n",
    test: "test/postgres/due.test.ts",
    named: "takes only the conversation",
  },
  {
    invariant: "D17: a wake that is lost costs time and nothing else",
    bug: "a conversation whose timer runs is forgotten between two calls",
    file: "src/postgres/turns/due.ts",
    find: "(select min(t.fire_at) from timers t",
    replace: "(select max(t.cancelled_at) from timers t",
    test: "test/postgres/due.test.ts",
    named: "says when its timer",
  },
  {
    invariant: "D17: a wake that is lost costs time and nothing else",
    bug: "what a lease holds is asked for again and again",
    file: "src/postgres/turns/due.ts",
    find: "and (leased_by is null or run_at <= recado_now())",
    replace: "and (leased_by is null or run_at is not null)",
    test: "test/postgres/due.test.ts",
    named: "is not asked for while",
  },
  {
    invariant: "D17: a wake that is lost costs time and nothing else",
    bug: "a conversation that nobody can help now is called without end",
    file: "src/runtime/worker/woken-worker.ts",
    find: "if (!hadTurn && next.id === former)",
    replace: 'if (!hadTurn && next.id === "")',
    test: "test/engines/engines.test.ts",
    named: "called without end",
  },
  {
    invariant: "D17: a wake that is lost costs time and nothing else",
    bug: "a door without slots of its own tells the engine of no message, so each one waits for a sweep",
    file: "src/server/intake/enqueue-items.ts",
    find: "(offer === null || coalesceMs > 0",
    replace: "offer !== null && (coalesceMs > 0",
    test: "test/engines/engines.test.ts",
    named: "tells the engine of each",
  },
  {
    invariant: "D17: lease and fence are the ordinary worker's",
    bug: "a worker that an engine calls takes every turn at once, and a kill leaves hundreds behind",
    file: "src/runtime/worker/woken-worker.ts",
    find: "if (freeSlots > 0) freeSlots -= 1;\n    else await new Promise<void>((resolve) => waiting.push(resolve));",
    replace:
      "if (freeSlots > -Infinity) freeSlots -= 1;\n    else await new Promise<void>((resolve) => waiting.push(resolve));",
    test: "test/engines/engines.test.ts",
    named: "no more turns than the process has slots",
  },
];
