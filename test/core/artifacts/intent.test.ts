/** Requirements F2, F3, F4, F13: the route, the intent, the gate and its switches. */
import { expect, test } from "vitest";
import { detectIntent } from "../../../src/core/artifacts/detect-intent.ts";
import { gateIntent } from "../../../src/core/artifacts/gate-intent.ts";
import { routeText } from "../../../src/core/artifacts/route-text.ts";
import { ARTIFACT_SETTINGS } from "../../../src/core/artifacts/settings.ts";
import { DOCUMENT, linesOf, NO_ARTIFACT, PLAN, RESEARCH } from "./requests.ts";

function contractFor(text: string, hasDocument = false): string {
  const asked = { text, route: routeText(text, "TEXT_SIMPLE"), hasDocument };
  const gated = gateIntent(detectIntent(asked, ARTIFACT_SETTINGS), asked, ARTIFACT_SETTINGS);
  return gated.kind === "make" ? gated.contract : gated.reason;
}

const missed = (text: string, contract: string, hasDocument = false) =>
  linesOf(text).filter((line) => contractFor(line, hasDocument) !== contract);

test("of 200 requests that were written before the gate, at least 180 are recognised", () => {
  const all = [
    ...missed(RESEARCH, "research_brief"),
    ...missed(DOCUMENT, "doc_extract", true),
    ...missed(PLAN, "plan"),
  ];
  expect(all.length).toBeLessThanOrEqual(20);
});

test("chat near the gate's words makes no artifact", () => {
  const made = linesOf(NO_ARTIFACT).filter((line) =>
    ["research_brief", "doc_extract", "plan"].includes(contractFor(line)),
  );
  expect(made).toEqual([]);
});

test("a contract that is switched off is not made, and neither is one that the route forbids", () => {
  const text = "investiga melatonina en adultos, con fuentes";
  const asked = (words: string) => ({ text: words, route: routeText(words, "TEXT_SIMPLE"), hasDocument: false });
  const gate = (words: string, contracts = ARTIFACT_SETTINGS.contracts) =>
    gateIntent(detectIntent(asked(words), ARTIFACT_SETTINGS), asked(words), { ...ARTIFACT_SETTINGS, contracts });
  expect(gate(text)).toEqual({ kind: "make", contract: "research_brief", needsSearch: true });
  expect(gate(text, ["plan"])).toEqual({ kind: "nothing", reason: "contract_is_off" });
  expect(gate(`/agent ${text}`)).toEqual({ kind: "nothing", reason: "blocked_by_command" });
  expect(gate("recuerda que necesito un plan de ahorro")).toMatchObject({ reason: "blocked_by_local_memory_intent" });
  expect(gate("dame un plan")).toMatchObject({ kind: "make" });
  expect(gate("hazlo ya")).toEqual({ kind: "nothing", reason: "too_short" });
  expect(gate(`${text}, pero sin buscar en internet`)).toMatchObject({ kind: "nothing" });
});
