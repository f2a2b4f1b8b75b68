import type { ScenarioName } from "./failpoints.ts";
import { ARTIFACT_SCENARIOS } from "./scenarios/artifacts.ts";
import { MESSAGES_SCENARIOS } from "./scenarios/messages.ts";
import { OPERATORS_SCENARIOS } from "./scenarios/operators.ts";
import { SHOP_SCENARIOS } from "./scenarios/shop.ts";
import { TIME_SCENARIOS } from "./scenarios/time.ts";
import { TURNS_SCENARIOS } from "./scenarios/turns.ts";
import type { Scenario } from "./scene.ts";

export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  ...ARTIFACT_SCENARIOS,
  ...MESSAGES_SCENARIOS,
  ...TURNS_SCENARIOS,
  ...OPERATORS_SCENARIOS,
  ...TIME_SCENARIOS,
  ...SHOP_SCENARIOS,
};
