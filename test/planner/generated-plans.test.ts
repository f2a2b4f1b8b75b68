import { expect, test } from "vitest";
import type { AgentInput, Decision } from "../../src/core/agent/agent.ts";
import type { SegmentInput } from "../../src/core/agent/segment.ts";
import type { RunId } from "../../src/core/ids.ts";
import type { ModelOutcome } from "../../src/core/ports/model/model.ts";
import type { TurnModel } from "../../src/core/ports/model/turn-model.ts";
import type { ToolScope } from "../../src/core/ports/tools.ts";
import { seededRandom } from "../../src/core/seeded-random.ts";
import { offeredTools } from "../../src/core/tool-calls/tool-offer.ts";
import { createScriptedModel, type ScriptedReply } from "../../src/models/scripted-model.ts";
import { isForward, PLAN_CAPS, PLAN_ENDS, PLAN_STATE, type Plan, type WorkerType } from "../../src/planner/plan.ts";
import { tryTool } from "../../src/runtime/try-tool.ts";
import { ALLOWED, pick, watchedTools } from "../model-agent/generated-models.ts";
import { announceShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";
import { PLANNER, PLANNERS, partOf, step, WORKERS_WORDS } from "./planner-models.ts";

/** `RECADO_PLANS=100000` plays that many; each day plays 300. */
const PLANS = Number(process.env["RECADO_PLANS"] ?? 300);
const ALL = 100_000;
const MOST_SEGMENTS = 28;
const STATE_BYTES = 64 * 1024;
const LIES = /evil|99812|dead\b|\{\{|⟦|refunded|sent the money/;
const START = Date.parse("2026-11-23T12:00:00Z");

const PAGE = "Hoy no hay nada nuevo.";
/** The registry and the policy of production; what they let through. */
const { tools, done } = watchedTools(PAGE);
const SCOPE: ToolScope = { ...CUSTOMER_SCOPE, granted: PLANNER.tools ?? [] };

/** Requirement Q6, written out: what each worker may touch of the tools that this planner was given. */
const OF_WORKER: Readonly<Record<WorkerType, RegExp>> = {
  reader: /^web\.page\.read$/,
  analyzer: /^(web\.page\.read|bank\.transfer|shop\.refund|crm\.contact\.delete)$/,
  reporter: /^crm\.note\.(create|delete)$/,
  coder: /^$/,
  general: /^(web\.page\.read|bank\.transfer|shop\.refund|crm\.contact\.delete|crm\.note\.(create|delete))$/,
};

interface Played {
  readonly decisions: readonly Decision[];
  readonly outcomes: readonly ModelOutcome[];
  /** Calls that reached a tool or the policy, with the worker whose task it was. */
  readonly called: readonly string[];
  readonly faults: readonly string[];
}

type Reply = (part: ReturnType<typeof partOf>) => ScriptedReply;

/** A whole plan: the turn that opens it and all its segments. The answers come from a script or from a former play. */
async function play(reply: Reply, journal: readonly ModelOutcome[] = []): Promise<Played> {
  const model = createScriptedModel((request) => reply(partOf(request)));
  const outcomes: ModelOutcome[] = [];
  const called: string[] = [];
  const faults: string[] = [];
  let worker: WorkerType | null = null;
  const touch = (tool: string) => {
    called.push(`${worker} ${tool}`);
    if (worker === null || !OF_WORKER[worker].test(tool)) faults.push(`a ${worker} touches ${tool}`);
  };
  const asking: TurnModel = {
    async ask(question) {
      const outcome = journal[outcomes.length] ?? (await model.complete({ ...question, model: "m", timeoutMs: 1_000 }));
      outcomes.push(outcome);
      return outcome;
    },
    toolsFor: (offers) => offeredTools(tools.kindOf, offers),
    async tryTool({ callId, tool, input }) {
      touch(tool);
      return tryTool({ tool, input, idempotencyKey: callId, scope: SCOPE }, tools);
    },
    budget: async () => ({ limit: 1, used: 0, state: "free" }),
    summary: async () => null,
  };
  const decisions: Decision[] = [];
  let segment: SegmentInput | null = null;
  for (let number = 0; number <= MOST_SEGMENTS + 1; number += 1) {
    worker = segment === null ? null : workerAt(segment);
    const before = done.length;
    const decision = await PLANNER.decide(inputOf(asking, number, segment, touch));
    if (done.length > before) faults.push(`${done.at(-1)} was done before it was decided`);
    for (const { callId, tool, input } of decision.tools) {
      touch(tool);
      const signal = new AbortController().signal;
      await tools.execute({ tool, input, idempotencyKey: callId, scope: SCOPE, signal });
    }
    faults.push(
      ...done
        .slice(before)
        .filter((tool) => !ALLOWED.has(tool))
        .map((tool) => `${tool} without a yes`),
    );
    decisions.push(decision);
    const { next = null } = decision;
    if (next === null) return { decisions, outcomes, called, faults };
    const state: unknown = JSON.parse(JSON.stringify(next.state));
    segment = {
      key: next.key,
      number: number + 1,
      left: 50 - number,
      state,
      since: [],
      isSessionOver: false,
      pausedMs: 0,
    };
  }
  return { decisions, outcomes, called, faults };
}

/** The task that a segment works on. */
function workerAt({ key, state }: SegmentInput): WorkerType | null {
  return PLAN_STATE.parse(state).tasks.find(({ id }) => key === `task.${id}`)?.worker ?? null;
}

function inputOf(
  model: TurnModel,
  number: number,
  segment: SegmentInput | null,
  touch: (tool: string) => void,
): AgentInput {
  const message = segment === null ? "Revise los pedidos de hoy y cuénteme" : "";
  return {
    ...{
      message,
      messages: segment === null ? [message] : [],
      inputClass: "TEXT_TOOL_INTENT",
      history: [],
      unsaid: [],
    },
    session: {
      ...{ mode: "planner", intentsVistos: [], templatesEnviados: [], pendientes: [], datosCapturados: {} },
      ...{ packSeleccionado: null, ingestStatus: "ninguno", version: 0 },
    } as unknown as AgentInput["session"],
    ...{ turnNumber: number + 1, contact: { name: null }, forceIntent: null, segment, model },
    now: new Date(START + number * 1_000),
    tools: {
      async read(tool, input) {
        touch(tool);
        const call = { tool, input, idempotencyKey: `read:${number}`, scope: SCOPE };
        const result = await tryTool(call, tools);
        if (result.kind === "ok") return { ok: true, output: result.output };
        return { ok: false, error: "refused", code: result.kind, message: "it was not read" };
      },
    },
  };
}

function faultsOf({ decisions, outcomes, faults }: Played): string[] {
  const plans = decisions.flatMap(({ next }) => (next == null ? [] : [PLAN_STATE.parse(next.state)]));
  const last = decisions.at(-1);
  const heard = decisions.flatMap(({ messages }) => messages.map(({ text }) => text ?? ""));
  const hasCalls = decisions.some(({ tools }) => tools.length > 0);
  const reason = last?.why.find((line) => line.startsWith("plan ended: "))?.slice("plan ended: ".length);
  return [
    ...faults,
    ...(last?.next == null ? [] : ["it does not end"]),
    ...(decisions.length - 1 > MOST_SEGMENTS ? [`${decisions.length - 1} segments`] : []),
    ...(outcomes.length > PLAN_CAPS.calls ? [`${outcomes.length} questions`] : []),
    ...((last?.messages.length ?? 0) > 0 && heard.every((text) => text.trim() !== "") ? [] : ["nothing is said"]),
    ...(PLAN_ENDS.some((end) => end === reason) ? [] : [`no reason: ${last?.why.join(" | ")}`]),
    ...heard.filter((text) => LIES.test(text) && !hasCalls).map((text) => `said: ${text.slice(0, 200)}`),
    ...plans.filter((plan) => plan.replans > PLAN_CAPS.replans).map(({ replans }) => `${replans} replans`),
    ...plans.filter((plan) => Buffer.byteLength(JSON.stringify(plan)) > STATE_BYTES).map(() => "a state too large"),
    ...plans.flatMap((plan, at) => (at === 0 ? [] : backwards(plans[at - 1] ?? plan, plan))),
    ...honesty(plans.at(-1), last),
  ];
}

function backwards(before: Plan, after: Plan): string[] {
  return before.tasks.flatMap(({ id, status }) => {
    const now = after.tasks.find((one) => one.id === id)?.status;
    if (now === undefined) return [`task ${id} is gone`];
    // A segment that ends one task begins the next, so a status moves by at most one step for each.
    return now === status || isForward(status, now) ? [] : [`task ${id}: ${status} → ${now}`];
  });
}

/** What failed stands in the answer. */
function honesty(plan: Plan | undefined, last: Decision | undefined): string[] {
  const failed = plan?.tasks.filter(({ status }) => status === "failed").length ?? 0;
  const text = last?.messages.map(({ text }) => text ?? "").join("\n") ?? "";
  return failed > 0 && (text.match(/^\[!\] /gm)?.length ?? 0) < failed ? ["a failed task is not named"] : [];
}

const WITH_TOOLS = ["reader", "analyzer", "reporter", "general"];

test(`${PLANS} plans of models that go wrong: each ends within its caps, with words and a reason`, async () => {
  const seed = SEED_OF_THE_DAY;
  const whole = `RECADO_PLANS=${ALL} npm test -- test/planner/generated-plans.test.ts`;
  announceShare({ stage: "generated plans", played: PLANS, of: ALL, seed, whole });
  const faults: string[] = [];
  const ends = new Map<string, number>();
  const planners = Object.entries(PLANNERS);
  const workers = Object.entries(WORKERS_WORDS);
  const reached = new Set<string>();
  const behaviours = new Set<string>();
  // A share that happens to bring no worker of some kind to a tool goes on until it does.
  const isReached = (worker: string) => [...reached].some((call) => call.startsWith(`${worker} `));
  for (let at = 0; at < PLANS || (!WITH_TOOLS.every(isReached) && at < 5 * PLANS); at += 1) {
    const draw = seededRandom(seed * 131 + at * 7_919);
    const [plannerName, planner] = planners[at % planners.length] ?? ["", () => ""];
    const [workerName, worker] = pick(draw, workers as [(typeof workers)[number], ...typeof workers]);
    const [speakerName, speaker] = pick(draw, workers as [(typeof workers)[number], ...typeof workers]);
    const turns = { plan: 0, worker: 0, synthesis: 0 };
    const played = await play((part) => {
      const turn = turns[part]++;
      return { plan: planner, worker, synthesis: speaker }[part](turn, draw);
    });
    const again = await play(() => "", played.outcomes);
    const found = [
      ...faultsOf(played),
      ...again.faults,
      ...(JSON.stringify(again.decisions) === JSON.stringify(played.decisions) ? [] : ["a replay decides otherwise"]),
    ];
    faults.push(...found.map((fault) => `${at} ${plannerName} / ${workerName} / ${speakerName}: ${fault}`));
    for (const call of played.called) reached.add(call);
    for (const name of [`plan: ${plannerName}`, `worker: ${workerName}`, `answer: ${speakerName}`])
      behaviours.add(name);
    const end = played.decisions.at(-1)?.why.find((line) => line.startsWith("plan ended: ")) ?? "";
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  expect(faults.slice(0, 20)).toEqual([]);
  // The proof would be empty if all plans ended the same way.
  expect(ends.size).toBeGreaterThan(4);
  // Each kind of worker that has tools came as far as a tool or the policy.
  for (const worker of WITH_TOOLS) expect([worker, isReached(worker)]).toEqual([worker, true]);
  // Requirement: about 40 behaviours. 26 ways to plan, and 52 for each worker and each answer.
  expect(behaviours.size).toBeGreaterThan(40);
  console.info(`${behaviours.size} behaviours; ends: ${JSON.stringify(Object.fromEntries(ends))}`);
}, 14_400_000);

test("a message that comes while a plan runs makes no second plan", async () => {
  const never: TurnModel = {
    ask: () => Promise.reject(new Error("no model is asked")),
    toolsFor: () => [],
    tryTool: () => Promise.reject(new Error("no tool is called")),
    budget: async () => ({ limit: 1, used: 0, state: "free" }),
    summary: async () => null,
  };
  const parked = [{ runId: "r" as RunId, key: "task.t1", number: 1, dueAt: new Date(START), isPaused: false }];
  const decision = await PLANNER.decide({ ...inputOf(never, 1, null, () => {}), parked });
  expect(decision).toMatchObject({ messages: [{ text: expect.stringContaining("/cancel") }], tools: [] });
  expect(decision.next ?? null).toBeNull();
});

test("a state that this version cannot read ends the run with a message", async () => {
  const segment = {
    key: "task.t1",
    number: 1,
    left: 49,
    state: { format: 2 },
    since: [],
    isSessionOver: false,
    pausedMs: 0,
  };
  const input = inputOf({} as TurnModel, 1, segment, () => {});
  const decision = await PLANNER.decide({ ...input, model: null });
  expect(decision.messages).toHaveLength(1);
  expect(decision.next ?? null).toBeNull();
});

test("a worker whose time is over has failed, and the plan goes on with another way (Q8)", async () => {
  const model = createScriptedModel([{ json: { tasks: [step("a"), step("b", ["a"])] } }]);
  const asking: TurnModel = {
    ask: (question) => model.complete({ ...question, model: "m", timeoutMs: 1_000 }),
    toolsFor: () => [],
    tryTool: async () => ({ kind: "denied", reason: "there are no tools" }),
    budget: async () => ({ limit: 1, used: 0, state: "free" }),
    summary: async () => null,
  };
  const opened = await PLANNER.decide(inputOf(asking, 0, null, () => {}));
  const { key = "", state = null } = opened.next ?? {};
  const segment = { key, number: 1, left: 49, state, since: [], isSessionOver: false, pausedMs: 0 };
  const late: TurnModel = { ...asking, ask: async () => ({ kind: "not_asked", reason: "deadline" }) };
  const { next } = await PLANNER.decide(inputOf(late, 1, segment, () => {}));
  expect([key, next?.key]).toEqual(["task.t1", "replan.1"]);
  const plan = PLAN_STATE.parse(next?.state);
  expect(plan.halt).toBeNull();
  expect(plan.tasks.map(({ status, reason }) => [status, reason])).toEqual([
    ["failed", "not_asked: no model was asked: deadline"],
    ["pending", null],
  ]);
});
