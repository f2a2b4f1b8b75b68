import { expect, test } from "vitest";
import type { ToolScope } from "../../src/core/ports/tools.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

const TEAM = [
  { name: "Ana María Gómez", conversationId: "c-ana", mayBeWritten: true },
  { name: "María Díaz", conversationId: "c-maria", mayBeWritten: true },
  { name: "Óscar Peña", conversationId: "c-oscar", mayBeWritten: false },
];

function find(to: string, scope: Partial<ToolScope> = {}) {
  const crm: ToolScope["crm"] = { ...CUSTOMER_SCOPE.crm, team: async () => TEAM };
  return SHOP_TOOLS.execute({
    ...{ tool: "team_member_find", input: { to }, idempotencyKey: "run:1", signal: new AbortController().signal },
    scope: { ...CUSTOMER_SCOPE, crm, granted: ["team_member_find"], ...scope },
  });
}

test.each([
  ["ana", "Ana María Gómez"],
  ["ANA GOMEZ", "Ana María Gómez"],
  ["gómez ana", "Ana María Gómez"],
  ["maria díaz", "María Díaz"],
])("%s is %s: all words of the name that was said are hers", async (to, name) => {
  expect(await find(to)).toMatchObject({ kind: "ok", output: { name } });
});

test("no words go to a person whose name has only a part of what was said", async () => {
  for (const to of ["Ana Díaz", "Ana Pérez", "Gom"]) {
    expect(await find(to)).toMatchObject({ code: "unknown_member" });
  }
});

test("a name of two members is asked about, with both names", async () => {
  expect(await find("María")).toMatchObject({
    ...{ code: "several_members", message: expect.stringContaining("Ana María Gómez, María Díaz") },
  });
});

test("one who has not written within 24 hours is not written to, and at night no one is", async () => {
  expect(await find("oscar")).toMatchObject({ code: "window_closed" });
  expect(await find("ana", { now: new Date("2026-11-02T04:00:00Z") })).toMatchObject({ code: "night" });
});

test("a person outside of the team passes nothing on", async () => {
  const crm: ToolScope["crm"] = { ...CUSTOMER_SCOPE.crm, team: async () => null };
  const answer = await find("ana", { crm });
  expect(answer).toMatchObject({ kind: "error" });
  expect(JSON.stringify(answer)).not.toContain("Ana María");
});
