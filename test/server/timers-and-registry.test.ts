import { describe, expect, test } from "vitest";
import { createAgentRegistry } from "../../src/agents/registry.ts";
import { loadAllShipped } from "../../src/app/agents/load-shipped.ts";
import { describeAgents } from "../../src/app/describe-agents.ts";
import type { StoredTimer } from "../../src/core/answers/timer.ts";
import type { ConversationId, RunId } from "../../src/core/ids.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { CONVERSATION_ID, openDoor, RUN_ID, UNKNOWN_ID } from "./open-door.ts";
import { StoreDouble } from "./store-double.ts";

const agents = describeAgents(createAgentRegistry(await loadAllShipped()), SHOP_TOOLS);

const AT = new Date("2026-03-02T15:04:05.000Z");
const TIMER: StoredTimer = {
  ...{
    id: RUN_ID as RunId,
    conversationId: CONVERSATION_ID as ConversationId,
    agent: "somnio",
    mode: "collecting_data",
  },
  ...{ contact: { name: "Ana", phone: "573001112233" }, level: "L0", status: "pending", armedAt: AT, dueAt: AT },
  ...{ firedAt: null, cancelledAt: null, hurriedBy: null, cancelledBy: null },
};

describe("timers", () => {
  const doorWith = (admin: Partial<StoreDouble["store"]["timerAdmin"]>) => {
    const { store } = new StoreDouble();
    return openDoor({ parts: { agents, store: { ...store, timerAdmin: { ...store.timerAdmin, ...admin } } } });
  };

  test("a page says of each what it will do", async () => {
    const { api } = doorWith({ list: async () => ({ items: [TIMER], nextCursor: null }) });
    const page = await (await api("GET", "/internal/agent/timers")).json();
    expect(page).toMatchObject({
      items: [{ id: RUN_ID, level: "L0", action: "remind_data", dueAt: AT.toISOString() }],
    });
  });

  test("one that fired already is 409, an unknown one 404, and only what was done wakes the workers", async () => {
    const { api, wakes } = doorWith({
      hurry: async (_, id) => (id === RUN_ID ? { kind: "over", status: "fired" } : { kind: "not_found" }),
      cancel: async () => ({ kind: "done", timer: { ...TIMER, status: "cancelled", cancelledAt: AT } }),
    });
    const body = { actor: "maria" };
    const over = await api("POST", `/internal/agent/timers/${RUN_ID}/fire`, body);
    expect([over.status, ((await over.json()) as { code: string }).code]).toEqual([409, "timer_over"]);
    expect((await api("POST", `/internal/agent/timers/${UNKNOWN_ID}/fire`, body)).status).toBe(404);
    expect((await api("POST", "/internal/agent/timers/none/cancel", body)).status).toBe(404);
    expect(wakes()).toBe(0);
    expect((await api("POST", `/internal/agent/timers/${RUN_ID}/cancel`, body)).status).toBe(200);
  });
});

describe("metrics", () => {
  const counts = {
    conversations: 4,
    orders: 2,
    converted: 1,
    handedOff: 1,
    withPerson: 2,
    tokens: 100,
    microUsd: 2_000,
    unpricedTokens: 0,
  };
  const asked: { from: string; to: string }[] = [];
  const { store } = new StoreDouble();
  const { api } = openDoor({
    parts: {
      clock: { now: () => new Date("2026-03-03T02:00:00.000Z"), monotonicMs: () => 0 },
      store: {
        ...store,
        insights: {
          ...store.insights,
          read: async (_, range) => {
            asked.push(range);
            return {
              total: counts,
              days: [],
              runsByStatus: { queued: 0, running: 0, waiting_confirmation: 0, completed: 4, failed: 0, dead_letter: 0 },
              latencies: [{ of: "answer" as const, inputClass: "TEXT_SIMPLE" as const, runs: 4, p50Ms: 20, p95Ms: 40 }],
              measuredRuns: 5_000,
            };
          },
        },
      },
    },
  });

  test("are of the last seven days of the shop, as shares and by conversation and order", async () => {
    const answer = await (await api("GET", "/internal/agent/metrics")).json();
    expect(asked.at(-1)).toEqual({ from: "2026-02-24", to: "2026-03-02" });
    expect(answer).toMatchObject({
      total: { conversion: 0.25, handoffs: 1, resolvedAlone: 0.5, tokensPerConversation: 25, costUsdPerOrder: 0.001 },
      latencies: [{ of: "answer", targetMs: 2_000 }],
    });
  });

  test.each([
    ["from=2026-03-05&to=2026-03-01", "from"],
    ["from=2020-01-01&to=2026-03-01", "from"],
    ["from=2026-02-30", "from"],
    ["by=hour", "by"],
  ])("%s is refused", async (query, field) => {
    const response = await api("GET", `/internal/agent/metrics?${query}`);
    expect(response.status).toBe(422);
    expect(JSON.stringify(await response.json())).toContain(field);
  });
});

describe("the registry", () => {
  const { api } = openDoor({ parts: { agents } });

  test("shows an agent's modes, phrases, templates, tools and thresholds", async () => {
    expect(await (await api("GET", "/internal/agent/agents")).json()).toMatchObject({
      items: [{ id: "somnio" }, { id: "assistant" }, { id: "operator" }],
    });
    const agent = (await (await api("GET", "/internal/agent/agents/somnio")).json()) as (typeof agents)[number];
    expect(agent.tools).toContainEqual(expect.objectContaining({ name: "create_order", kind: "transactional" }));
    const names = agent.flow?.modes.map(({ name }) => name);
    for (const { next } of agent.flow?.modes ?? []) expect(names).toEqual(expect.arrayContaining([...next]));
    const price = agent.flow?.intents.find(({ name }) => name === "precio");
    expect(price?.trainedOn).toBeGreaterThan(10);
    expect(price?.templates.length).toBeGreaterThan(0);
    const { withheld } = agent;
    expect(withheld).toContainEqual(
      expect.objectContaining({ name: "crm.note.create", why: "not_granted", risk: "low" }),
    );
    expect(withheld).toContainEqual(expect.objectContaining({ name: "crm.contact.list", why: "of_nobody" }));
    expect((await api("GET", "/internal/agent/agents/nobody")).status).toBe(404);
  });

  test("a label that is no intent of the agent is refused", async () => {
    const label = { actor: "maria", agentId: "somnio", textHash: "h", label: "nothing" };
    expect((await api("POST", "/internal/agent/learning/labels", label)).status).toBe(422);
    expect((await api("POST", "/internal/agent/learning/labels", { ...label, label: "otro" })).status).toBe(200);
  });
});
