import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const tests = join(import.meta.dirname, "..");

/**
 * Each contract and its takers. A contract without memory says what memory lacks by nature, or
 * which other test holds memory to the same behaviour.
 */
const TAKERS: Readonly<Record<string, { readonly takers: readonly string[]; readonly withoutMemory?: string }>> = {
  "inbound-contract.ts": {
    takers: ["postgres/inbound-store.test.ts"],
    withoutMemory: "Memory has no webhooks: no message arrives twice, as an echo, or under another name of its sender.",
  },
  "memory-contract.ts": { takers: ["memory/memory.test.ts", "runtime/memory.test.ts"] },
  "model-contract.ts": {
    takers: ["models/model-contract.test.ts"],
    withoutMemory: "A contract of models; no store takes it.",
  },
  "reads-contract.ts": { takers: ["memory/reads.test.ts", "runtime/reads.test.ts"] },
  "reminder-contract.ts": { takers: ["memory/reminders.test.ts", "runtime/reminders.test.ts"] },
  "sale-contract.ts": {
    takers: ["postgres/sale.test.ts"],
    withoutMemory:
      "Memory has no second worker and loses no answer. What a commit makes of an order is held by conversation/state-equals-sql.test.ts.",
  },
  "segments-contract.ts": { takers: ["memory/segments.test.ts", "segments/segments.test.ts"] },
  "sending-contract.ts": {
    takers: ["postgres/sending.test.ts"],
    withoutMemory: "Memory calls no channel, so it has no tries, no statuses and no pace.",
  },
  "store-contract.ts": {
    takers: ["postgres/store.test.ts"],
    withoutMemory:
      "Memory has one caller: no leases, no fences, no dead workers. Claims and commits are held by conversation/state-equals-sql.test.ts.",
  },
  "time-contract.ts": {
    takers: ["postgres/time.test.ts"],
    withoutMemory:
      "Memory has no processes that look at once. What falls due, and when, is held by conversation/state-equals-sql.test.ts.",
  },
};

const sources = readdirSync(tests, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts") && path !== "contracts/takers.test.ts")
  .map((path) => ({ path, code: readFileSync(join(tests, path), "utf8") }));

/** Tests that run the contract, as opposed to those that only borrow from its file. */
function takersOf(contract: string): string[] {
  const file = readFileSync(join(tests, "contracts", contract), "utf8");
  const name = /export function (\w+Contract|describe\w+)\(/u.exec(file)?.[1] ?? "";
  return sources.filter(({ code }) => new RegExp(`^${name}\\(`, "mu").test(code)).map(({ path }) => path);
}

test("each contract has the takers that the table says, memory among them or a reason", () => {
  const contracts = readdirSync(join(tests, "contracts")).filter((file) => file.endsWith("-contract.ts"));
  expect(contracts.toSorted()).toEqual(Object.keys(TAKERS).toSorted());
  for (const contract of contracts) {
    const { takers = [], withoutMemory } = TAKERS[contract] ?? {};
    expect(takersOf(contract).toSorted(), contract).toEqual(takers);
    expect(
      takers.some((path) => path.startsWith("memory/")),
      contract,
    ).toBe(withoutMemory === undefined);
  }
});
