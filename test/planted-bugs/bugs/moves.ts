import type { PlantedBug } from "../planted-bug.ts";

export const MOVES_BUGS: readonly PlantedBug[] = [
  {
    invariant: "B11: a number that moves loses no message",
    bug: "the door goes on keeping messages of a number that has left",
    file: "src/postgres/turns/enqueue.ts",
    find: "n.move_phase is not null as is_away",
    replace: "false as is_away",
    test: "test/moves/moved-rows.test.ts",
    named: "every row goes over",
  },
  {
    invariant: "B11: a number that moves loses no message",
    bug: "rows are copied while they can still be changed",
    file: "src/postgres/moves/drain-number.ts",
    find: "set move_phase = 'copying'",
    replace: "set move_phase = 'draining'",
    test: "test/moves/moved-rows.test.ts",
    named: "bear no change",
  },
  {
    invariant: "B11: what arrived is not told a second time",
    bug: "rows that arrive write audit lines and events again",
    file: "src/postgres/moves/cell.ts",
    find: "'session_replication_role', 'replica'",
    replace: "'session_replication_role', 'origin'",
    test: "test/moves/moved-rows.test.ts",
    named: "every row goes over",
  },
  {
    invariant: "B11: a customer of two numbers is one person in each database",
    bug: "a known customer comes a second time",
    file: "src/postgres/moves/contact-names.ts",
    find: "if (contact !== known) matched.set(contact, known);",
    replace: "if (contact === known) matched.set(contact, known);",
    test: "test/moves/moved-rows.test.ts",
    named: "every row goes over",
  },
];
