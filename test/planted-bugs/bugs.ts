import { ADAPTERS_BUGS } from "./bugs/adapters.ts";
import { ARTIFACT_BUGS } from "./bugs/artifacts.ts";
import { CONCERNS_BUGS } from "./bugs/concerns.ts";
import { CORE_BUGS } from "./bugs/core.ts";
import { DANGER_BUGS } from "./bugs/danger.ts";
import { DATABASE_BUGS } from "./bugs/database.ts";
import { ENGINES_BUGS } from "./bugs/engines.ts";
import { FALSE_ALARM_BUGS } from "./bugs/false-alarms.ts";
import { FEED_BUGS } from "./bugs/feed.ts";
import { FLOW_RULES_BUGS } from "./bugs/flow-rules.ts";
import { GOVERNANCE_BUGS } from "./bugs/governance.ts";
import { HEARD_ANSWER_BUGS } from "./bugs/heard-answers.ts";
import { HEARD_ENTITY_BUGS } from "./bugs/heard-entities.ts";
import { INTAKE_BUGS } from "./bugs/intake.ts";
import { LAB_BUGS } from "./bugs/lab.ts";
import { MEMORY_BUGS } from "./bugs/memory.ts";
import { MODELS_BUGS } from "./bugs/models.ts";
import { MOVES_BUGS } from "./bugs/moves.ts";
import { OUTBOX_BUGS } from "./bugs/outbox.ts";
import { PLANNER_BUGS } from "./bugs/planner.ts";
import { POSTGRES_SCHEMA_BUGS } from "./bugs/postgres-schema.ts";
import { QUANTITY_BUGS } from "./bugs/quantities.ts";
import { READING_BUGS } from "./bugs/reading.ts";
import { REMINDERS_BUGS } from "./bugs/reminders.ts";
import { SALE_BUGS } from "./bugs/sale.ts";
import { SEGMENTS_BUGS } from "./bugs/segments.ts";
import { SERVER_BUGS } from "./bugs/server.ts";
import { SHOP_BUGS } from "./bugs/shop.ts";
import { SHOP_ANSWERS_BUGS } from "./bugs/shop-answers.ts";
import { SHOP_VIEWS_BUGS } from "./bugs/shop-views.ts";
import { TIMERS_BUGS } from "./bugs/timers.ts";
import { TOLD_DATA_BUGS } from "./bugs/told-data.ts";
import { TOOLS_BUGS } from "./bugs/tools.ts";
import { TURN_LOOP_BUGS } from "./bugs/turn-loop.ts";
import { TURNS_BUGS } from "./bugs/turns.ts";
import { WORKERS_BUGS } from "./bugs/workers.ts";
import type { PlantedBug } from "./planted-bug.ts";

export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...SERVER_BUGS,
  ...MEMORY_BUGS,
  ...REMINDERS_BUGS,
  ...SEGMENTS_BUGS,
  ...PLANNER_BUGS,
  ...POSTGRES_SCHEMA_BUGS,
  ...CORE_BUGS,
  ...ARTIFACT_BUGS,
  ...ENGINES_BUGS,
  ...FEED_BUGS,
  ...MOVES_BUGS,
  ...ADAPTERS_BUGS,
  ...TOOLS_BUGS,
  ...LAB_BUGS,
  ...SHOP_BUGS,
  ...READING_BUGS,
  ...HEARD_ANSWER_BUGS,
  ...HEARD_ENTITY_BUGS,
  ...DANGER_BUGS,
  ...QUANTITY_BUGS,
  ...FALSE_ALARM_BUGS,
  ...TOLD_DATA_BUGS,
  ...SALE_BUGS,
  ...FLOW_RULES_BUGS,
  ...CONCERNS_BUGS,
  ...SHOP_ANSWERS_BUGS,
  ...INTAKE_BUGS,
  ...TIMERS_BUGS,
  ...MODELS_BUGS,
  ...TURN_LOOP_BUGS,
  ...WORKERS_BUGS,
  ...DATABASE_BUGS,
  ...TURNS_BUGS,
  ...OUTBOX_BUGS,
  ...SHOP_VIEWS_BUGS,
  ...GOVERNANCE_BUGS,
];
