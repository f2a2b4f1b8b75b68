import { codes } from "./en/codes.ts";
import { factKeys } from "./en/fact-keys.ts";
import { frame } from "./en/frame.ts";
import { inbox } from "./en/inbox.ts";
import { intent } from "./en/intent.ts";
import { note } from "./en/note.ts";
import { orderStatus } from "./en/order-status.ts";
import { remind } from "./en/remind.ts";
import { risk } from "./en/risk.ts";
import { screens } from "./en/screens.ts";
import { tasks } from "./en/tasks.ts";
import { tour } from "./en/tour.ts";

export const english = {
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
