import * as z from "zod";

/** Why a task was left, for which the Studio has words in each of its languages. */
export const TASK_CODES = [
  // The rules of a flow call a person. `agent`: its name; `what`: the wish, in the words of a button or an intent's name.
  "asks_for",
  "wants_person",
  "not_understood",
  "asked_often",
  "nothing_new",
  "picture",
  "order_lacks_data",
  "order_change",
  "price_changed",
  "line_change",
  "too_many",
  "list_unread",
  "person_needed",
  // `tools`: what was not done, with spaces between.
  "window_closed",
  // `count`
  "unread_messages",
  // `template`, `at`, `fault`: the field that is wrong.
  "reminder_template",
  // `kind`: order or a kind of scheduled message; `reason`.
  "not_said",
] as const;
export type TaskCode = (typeof TASK_CODES)[number];

/**
 * The code of a task with what differs from one to the next. The title beside it says the same in the shop's language, for readers
 * without words of their own. A task that a person or a model wrote has none.
 */
export const TaskAbout = z.object({ code: z.enum(TASK_CODES), values: z.record(z.string(), z.string().max(300)) });
export type TaskAbout = z.output<typeof TaskAbout>;
