import { codes } from "./es/codes.ts";
import { factKeys } from "./es/fact-keys.ts";
import { frame } from "./es/frame.ts";
import { inbox } from "./es/inbox.ts";
import { intent } from "./es/intent.ts";
import { note } from "./es/note.ts";
import { orderStatus } from "./es/order-status.ts";
import { remind } from "./es/remind.ts";
import { risk } from "./es/risk.ts";
import { screens } from "./es/screens.ts";
import { tasks } from "./es/tasks.ts";
import { tour } from "./es/tour.ts";

export const spanish = {
  codes,
  factKeys,
  frame,
  inbox,
  intent,
  note,
  orderStatus,
  remind,
  risk,
  screens,
  tasks,
  tour,
};
