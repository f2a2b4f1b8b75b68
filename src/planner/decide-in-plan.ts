import type { AgentInput, AgentTexts, Decision } from "../core/agent/agent.ts";
import type { SegmentInput } from "../core/agent/segment.ts";
import type { TurnModel } from "../core/ports/model/turn-model.ts";
import { type Meter, openMeter } from "./ask-within-plan.ts";
import { checklist, planMarkdown, taskLine } from "./checklist.ts";
import { blankPlan, makePlan, oneTaskPlan, replan } from "./make-plan.ts";
import { nextAction } from "./next-action.ts";
import {
  changeTask,
  PLAN_CAPS,
  PLAN_LISTS,
  PLAN_STATE,
  PLAN_TEXT,
  type Plan,
  type PlanEnd,
  type PlanTask,
} from "./plan.ts";
import { kept } from "./plan-text.ts";
import type { PlannerOptions, PlannerTexts } from "./planner-options.ts";
import { makeOfOneTask, type Synthesis, synthesize } from "./synthesize.ts";
import { workOnTask } from "./work-on-task.ts";

type Texts = AgentTexts & PlannerTexts;

/** The turn that opens a run: UNDERSTAND. The plan is told, and the run goes on with its first task. */
export async function openPlan(options: PlannerOptions, texts: Texts, input: AgentInput): Promise<Decision> {
  if (input.dueTimer != null) return says([], ["a timer came due, and this agent arms none"]);
  const goal = input.message.trim();
  if (goal === "") return says(wordless(texts, input), ["there are no words to read"]);
  const waiting = input.parked ?? [];
  if (waiting.some(({ isPaused }) => isPaused)) return says([texts.paused], ["a plan is paused in this conversation"]);
  if (waiting.length > 0) return says([texts.busy], ["a plan runs in this conversation"]);
  const { model = null } = input;
  if (model === null) return unavailable(texts, ["there is no model to ask"]);
  const meter = openMeter(model);
  const blank = blankPlan(goal, input.now);
  const made =
    options.usePlanner === false
      ? { plan: oneTaskPlan(blank), why: ["planning is off: one worker takes the goal"] }
      : await makePlan(options, blank, meter);
  const plan = afterSpending(made.plan, meter);
  const told = plan.tasks.length > 1 ? checklist(plan, texts.plan, texts) : texts.started;
  if (plan.halt === "model_unavailable") return unavailable(texts, made.why);
  if (plan.halt === "budget_spent" && plan.tasks.length === 0)
    return says([texts.budgetSpent], [...made.why, "plan ended: budget_spent"]);
  if (plan.halt === null) return goOn(plan, says([told], made.why), input.now);
  return finish(options, { plan, texts, input, meter, why: made.why });
}

/** EXECUTE and SYNTHESIZE: one task, one replan or the answer in each segment. */
export async function runSegment(
  options: PlannerOptions,
  texts: Texts,
  input: AgentInput,
  segment: SegmentInput,
): Promise<Decision> {
  const read = PLAN_STATE.safeParse(segment.state);
  if (!read.success) return says([texts.lost], ["the state of the plan cannot be read"]);
  const said = [...read.data.said, ...segment.since.map(({ content }) => kept(content, PLAN_TEXT.said))];
  const plan: Plan = { ...read.data, said: said.slice(-PLAN_LISTS.said) };
  const { model = null } = input;
  const meter = openMeter(model ?? NO_MODEL);
  const at = planTime(input);
  const action = nextAction(plan, PLAN_CAPS, at);
  switch (action.kind) {
    case "work":
      return work(options, { plan, task: action.task, texts, input, model: model ?? NO_MODEL, meter });
    case "replan": {
      const made = await replan(options, plan, meter);
      const next = afterSpending(made.plan, meter);
      const isNew = next.tasks.length > plan.tasks.length;
      return goOn(next, says(isNew ? [checklist(next, texts.replanned, texts)] : [], made.why), at);
    }
    case "finish":
      return finish(options, { plan, texts, input, meter, why: [] });
  }
}

async function work(
  options: PlannerOptions,
  {
    plan: former,
    task,
    texts,
    input,
    model,
    meter,
  }: {
    readonly plan: Plan;
    readonly task: PlanTask;
    readonly texts: Texts;
    readonly input: AgentInput;
    readonly model: TurnModel;
    readonly meter: Meter;
  },
): Promise<Decision> {
  const begun = task.status === "pending" ? changeTask(former, task.id, { status: "in_progress" }) : former;
  const worked = await workOnTask(options, { plan: begun, task }, { input, model, meter });
  if (worked.kind === "failed") {
    const reason = kept(worked.reason, PLAN_TEXT.result);
    const plan = afterSpending(changeTask(begun, task.id, { status: "failed", reason }), meter);
    const why = [...worked.notes, `${task.id} failed: ${reason}`];
    return goOn(plan, says(lineOf(plan, task.id, texts), why), planTime(input));
  }
  const { text, calls, told, awaits, notes } = worked.end;
  const pages = [...new Set([...begun.pages, ...worked.pages])].slice(0, PLAN_LISTS.pages);
  const result = kept(text, PLAN_TEXT.result);
  const change = { status: "done", result, hasRead: told.length > 0, hasCalls: calls.length > 0 } as const;
  const ended: Plan = { ...changeTask(begun, task.id, change), pages };
  // What was done is said in the worker's own words.
  const made =
    ended.tasks.length === 1 && calls.length === 0 ? await makeOfOneTask(options, ended, { input, meter }) : null;
  const plan = afterSpending(ended, meter);
  const waits = awaits.includes("operator") ? [{ text: texts.waiting, templateId: null, claimsNothing: true }] : [];
  const why = [...notes, `${task.id} is done`];
  // The one worker of a plan of one task answers itself, as without a planner.
  const decision =
    plan.tasks.length === 1
      ? { ...says([text], [...why, ...(made?.why ?? []), "plan ended: all_done"]), ...saidBy(made) }
      : goOn(plan, says(lineOf(plan, task.id, texts), why), planTime(input));
  return { ...decision, messages: [...waits, ...decision.messages], tools: [...calls] };
}

async function finish(
  options: PlannerOptions,
  {
    plan,
    texts,
    input,
    meter,
    why,
  }: {
    readonly plan: Plan;
    readonly texts: Texts;
    readonly input: AgentInput;
    readonly meter: Meter;
    readonly why: readonly string[];
  },
): Promise<Decision> {
  const action = nextAction(plan, PLAN_CAPS, planTime(input));
  const reason = action.kind === "finish" ? action.reason : "all_done";
  const ended = `plan ended: ${reason}`;
  if (reason === "circular" && plan.tasks.length === 0) return says([texts.circular], [...why, ended]);
  const mayAsk = !UNASKED.includes(reason);
  const preface = isCut(reason) ? [texts.budgetSpent] : [];
  const told = await synthesize(options, plan, { input, meter, texts, mayAsk, preface });
  const lines = [...why, ...told.why, ended, planMarkdown(plan)].filter((line) => line !== "");
  return { ...says([], lines), ...saidBy(told) };
}

function saidBy(made: Synthesis | null): Partial<Decision> {
  if (made === null) return {};
  const { messages, artifacts } = made;
  return artifacts === undefined ? { messages } : { messages, artifacts };
}

/** The ends after which the model is not asked to word the answer: it could not be, or may not. */
const UNASKED: readonly PlanEnd[] = ["model_unavailable", "tokens_spent", "budget_spent"];

/** A budget has cut the plan short: this is told, and never left to be guessed. */
const isCut = (reason: PlanEnd) => reason === "budget_spent" || reason === "tokens_spent";

/** The plan's own clock: it stands still while a person has paused the plan. */
function planTime({ now, segment }: AgentInput): Date {
  return new Date(now.getTime() - (segment?.pausedMs ?? 0));
}

/** The run comes back at once, for what is next. A task that is next has begun. */
function goOn(plan: Plan, decision: Decision, now: Date): Decision {
  const action = nextAction(plan, PLAN_CAPS, now);
  const state =
    action.kind === "work" && action.task.status === "pending"
      ? changeTask(plan, action.task.id, { status: "in_progress" })
      : plan;
  const key =
    action.kind === "work"
      ? `task.${action.task.id}`
      : action.kind === "replan"
        ? `replan.${plan.replans + 1}`
        : "answer";
  return { ...decision, next: { key, at: null, state } };
}

function afterSpending(plan: Plan, meter: Meter): Plan {
  const { calls, tokens } = meter.spent();
  const halt = plan.halt ?? meter.halt();
  return { ...plan, calls: plan.calls + calls, tokens: plan.tokens + tokens, halt };
}

function lineOf(plan: Plan, id: string, texts: Texts): string[] {
  return plan.tasks.filter((task) => task.id === id).map((task) => taskLine(plan, task, texts));
}

function unavailable(texts: Texts, why: readonly string[]): Decision {
  return { ...says([texts.unavailable], why), handoff: { reason: "there is no model to ask" } };
}

function wordless(texts: Texts, { inputClass }: AgentInput): readonly string[] {
  if (inputClass === "STICKER_STANDBY") return [texts.sticker];
  if (inputClass === "UNSUPPORTED") return [texts.unsupported];
  return inputClass.startsWith("RICH") ? [texts.richInput] : [];
}

function says(said: readonly string[], why: readonly string[]): Decision {
  return {
    messages: said.map((text) => ({ text, templateId: null })),
    ...{ intentInfo: null, stateUpdates: {}, tools: [], handoff: null, closesSession: false, totalTokens: 0, why },
  };
}

/** A model that was there when the plan was made, and is not any more. */
const NO_MODEL: TurnModel = {
  ask: async () => ({ kind: "not_asked", reason: "no_model" }),
  toolsFor: () => [],
  tryTool: async () => ({ kind: "denied", reason: "there is no model" }),
  budget: async () => ({ limit: 0, used: 0, state: "spent" }),
  summary: async () => null,
};
