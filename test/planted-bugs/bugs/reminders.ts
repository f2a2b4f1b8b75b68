import type { PlantedBug } from "../planted-bug.ts";

export const REMINDERS_BUGS: readonly PlantedBug[] = [
  {
    invariant: "A time of a recurring reminder is said once",
    bug: "each worker that judged a time makes a next one",
    file: "src/postgres/shop/fire-scheduled.ts",
    find: "from decided where next_id is not null and is_continued",
    replace:
      "from (select s.*, g.next_id, g.next_due_at, g.next_useful_until, g.next_missed, g.next_skipped from given g join scheduled_messages s on s.workspace_id = g.workspace_id and s.id = g.id) again where next_id is not null",
    test: "test/runtime/reminders.test.ts",
    named: "is followed by one next time",
  },
  {
    invariant: "A recurring wish is never a single reminder",
    bug: "the door keeps only the first time of a recurring wish",
    file: "src/server/shop/scheduled.ts",
    find: "return { at: read.at, rule };",
    replace: "return { at: read.at, rule: null };",
    test: "test/server/reminder-words.test.ts",
    named: "keeps its rule",
  },
  {
    invariant: "A long stop floods no customer",
    bug: "each missed time of a series follows the one before",
    file: "src/core/outbound/reminder-series.ts",
    find: "laterOf(one.dueAt, now)",
    replace: "one.dueAt",
    test: "test/core/time/next-occurrence.test.ts",
    named: "floods nobody",
  },
  {
    invariant: "A reminder is said at the time that the customer named",
    bug: "a reminder that the customer asked an agent for waits for contact hours",
    file: "src/postgres/turns/write-reminders.ts",
    find: "r.is_requested, w.time_zone",
    replace: "false, w.time_zone",
    test: "test/runtime/reminders.test.ts",
    named: "whose time the customer named",
  },
  {
    invariant: "A recurring wish is never a single reminder in words",
    bug: "the reader of a reminder's time gives the first time of a rule alone",
    file: "src/nlu/read-when.ts",
    find: 'if (read.kind === "once") return { kind: "once", at, words: first };',
    replace: 'if (at > now) return { kind: "once", at, words: first };',
    test: "test/memory/reminders-in-words.test.ts",
    named: "a recurring wish in words",
  },
  {
    invariant: "A time that the customer overtakes is not lost",
    bug: "the next time of a series replaces the one that the customer overtook",
    file: "src/postgres/shop/fire-scheduled.ts",
    find: "and (s.series_id is null or n.series_id is distinct from s.series_id)",
    replace: "and true",
    test: "test/runtime/reminders.test.ts",
    named: "is said once afterwards",
  },
];
