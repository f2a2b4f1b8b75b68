import { expect, test } from "vitest";
import { describeFlow } from "../../../src/cli/manage/describe-flow.ts";
import { defineFlowAgent } from "../../../src/flow/define-flow-agent.ts";
import { PIZZERIA } from "../../flow/pizzeria.ts";

const lines = describeFlow(defineFlowAgent(PIZZERIA).definition);

test("each mode with its stage, what opens it and where it leads", () => {
  const at = lines.indexOf("  ● cuenta (summary)  needs critical_data, pack_chosen");
  expect(lines[at + 1]).toBe("    └─▶ datos · carta · en_horno · sin_confirmar · persona");
  expect(lines[lines.indexOf("  ▶ inicio (welcome)") + 1]).toBe("    └─▶ charla · datos · persona");
  expect(lines[lines.indexOf("  ● persona (handoff)") + 1]).toBe("    └─■ the end");
});

test("what is understood, asked for, sold, and when time presses", () => {
  const text = lines.join("\n");
  expect(text).toMatch(/familiar +choose_pack familiar +"la familiar"/);
  expect(text).toMatch(/nombre +Nombre +critical, minimum, all/);
  expect(text).toMatch(/familiar +Pizza familiar +\$52000/);
  expect(text).toMatch(/L3 +order_without_pack +real 600 s +rapido 60 s +instantaneo 2 s/);
  expect(text).toMatch(/media +sticker ignore, image vision/);
});
