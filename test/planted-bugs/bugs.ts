import { ADAPTERS_BUGS } from "./bugs/adapters.ts";
import { ARTIFACT_BUGS } from "./bugs/artifacts.ts";
import { CORE_BUGS } from "./bugs/core.ts";
import { ENGINES_BUGS } from "./bugs/engines.ts";
import { FEED_BUGS } from "./bugs/feed.ts";
import { MEMORY_BUGS } from "./bugs/memory.ts";
import { MOVES_BUGS } from "./bugs/moves.ts";
import { PLANNER_BUGS } from "./bugs/planner.ts";
import { POSTGRES_ROOMS_1_BUGS } from "./bugs/postgres-rooms-1.ts";
import { POSTGRES_ROOMS_2_BUGS } from "./bugs/postgres-rooms-2.ts";
import { POSTGRES_SCHEMA_BUGS } from "./bugs/postgres-schema.ts";
import { POSTGRES_TURNS_1_BUGS } from "./bugs/postgres-turns-1.ts";
import { POSTGRES_TURNS_2_BUGS } from "./bugs/postgres-turns-2.ts";
import { REMINDERS_BUGS } from "./bugs/reminders.ts";
import { RUNTIME_1_BUGS } from "./bugs/runtime-1.ts";
import { RUNTIME_2_BUGS } from "./bugs/runtime-2.ts";
import { SEGMENTS_BUGS } from "./bugs/segments.ts";
import { SERVER_BUGS } from "./bugs/server.ts";
import { SHOP_BUGS } from "./bugs/shop.ts";
import { UNDERSTANDING_BUGS } from "./bugs/understanding.ts";
import type { PlantedBug } from "./planted-bug.ts";

export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...SERVER_BUGS,
  ...MEMORY_BUGS,
  ...REMINDERS_BUGS,
  ...SEGMENTS_BUGS,
  ...PLANNER_BUGS,
  ...POSTGRES_TURNS_1_BUGS,
  ...POSTGRES_TURNS_2_BUGS,
  ...POSTGRES_SCHEMA_BUGS,
  ...POSTGRES_ROOMS_1_BUGS,
  ...POSTGRES_ROOMS_2_BUGS,
  ...RUNTIME_1_BUGS,
  ...RUNTIME_2_BUGS,
  ...CORE_BUGS,
  ...ARTIFACT_BUGS,
  ...ENGINES_BUGS,
  ...FEED_BUGS,
  ...MOVES_BUGS,
  ...ADAPTERS_BUGS,
  ...UNDERSTANDING_BUGS,
  ...SHOP_BUGS,
];
