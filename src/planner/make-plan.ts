import type { ModelMessage } from "../core/ports/model/model.ts";
import type { Question } from "../core/ports/model/turn-model.ts";
import { quotable } from "../flow/model/fence.ts";
import { promptVersion } from "../model-agent/contract.ts";
import { spokenTextFault } from "../model-agent/spoken-text.ts";
import type { Meter } from "./ask-within-plan.ts";
import { mergeReplan } from "./merge-replan.ts";
import { newTask, PLAN_CAPS, PLAN_TEXT, type Plan } from "./plan.ts";
import { kept } from "./plan-text.ts";
import type { PlannerOptions } from "./planner-options.ts";
import { ledgerText, plannerPrompt, REPLAN } from "./prompts.ts";
import { type Numbering, PLAN_SCHEMA, type ReadPlan, readPlan } from "./read-plan.ts";
import { REPLAN_SCHEMA, readVerdict } from "./read-verdict.ts";

const MAX_TOKENS = 4_096;
const REPLAN_PREVIEW = 200;

export interface Planned {
  readonly plan: Plan;
  readonly why: readonly string[];
}

/** A goal before anything is known of it. */
export function blankPlan(goal: string, now: Date): Plan {
  return {
    ...{ format: 1, goal: kept(goal, PLAN_TEXT.goal), summary: "", given: [], toFind: [], guesses: [], said: [] },
    ...{ tasks: [], pages: [], replans: 0, calls: 0, tokens: 0, startedAt: now.toISOString(), halt: null },
  };
}

/** One worker with all tools takes the goal as it is. */
export function oneTaskPlan(plan: Plan): Plan {
  const description = kept(plan.goal, PLAN_TEXT.description);
  return {
    ...plan,
    tasks: [newTask({ id: "t1", description, isSayable: false, worker: "general", dependsOn: [] })],
  };
}

/**
 * Takes the goal apart. An answer that cannot be read is asked for once more; after that one worker
 * takes the whole goal. A plan that is circular twice ends with a message (requirement Q9).
 */
export async function makePlan(options: PlannerOptions, blank: Plan, meter: Meter): Promise<Planned> {
  const numbering = numberingOf(options, blank);
  const { read, why } = await askForPlan(questionOf(options, blank), meter, (text) => readPlan(text, numbering));
  switch (read.kind) {
    case "plan": {
      const { summary, given, toFind, guesses, tasks } = read;
      return { plan: { ...blank, summary, given, toFind, guesses, tasks: tasks.map(newTask) }, why };
    }
    case "circular":
      return { plan: { ...blank, halt: "circular" }, why };
    case "unreadable":
      return { plan: oneTaskPlan(blank), why: [...why, "one worker takes the whole goal"] };
  }
}

/** Looks for another way after a failure. Each try counts, also one that brings nothing. */
export async function replan(options: PlannerOptions, former: Plan, meter: Meter): Promise<Planned> {
  const plan: Plan = { ...former, replans: former.replans + 1 };
  const numbering = numberingOf(options, plan);
  const question = { ...questionOf(options, plan, REPLAN), key: "replan", outputSchema: REPLAN_SCHEMA };
  const asked = await meter.ask(question);
  const why = [`replan ${plan.replans} of ${PLAN_CAPS.replans}`];
  if (asked.kind !== "answered") return { plan, why: [...why, "there was no answer"] };
  const verdict = readVerdict(asked.answer.text);
  if (verdict === "done") return { plan: { ...plan, halt: "planner_done" }, why: [...why, "the planner is content"] };
  if (verdict === "continue") return { plan: { ...plan, replans: PLAN_CAPS.replans }, why: [...why, "no other way"] };
  const read = readPlan(asked.answer.text, numbering);
  if (read.kind !== "plan") return { plan, why: [...why, `no plan: ${read.fault.slice(0, 200)}`] };
  return { plan: mergeReplan(plan, read.tasks), why: [...why, `${read.tasks.length} tasks`] };
}

async function askForPlan(
  question: Question,
  meter: Meter,
  read: (text: string) => ReadPlan,
): Promise<{ readonly read: ReadPlan; readonly why: readonly string[] }> {
  const why: string[] = [];
  let asked = question;
  let last: ReadPlan = { kind: "unreadable", fault: "there was no answer" };
  for (let repairs = 0; repairs <= 1; repairs += 1) {
    const outcome = await meter.ask(asked);
    if (outcome.kind === "not_asked") return { read: last, why: [...why, `no model was asked: ${outcome.reason}`] };
    const said = outcome.kind === "answered" ? outcome.answer.text : "";
    last =
      outcome.kind === "answered"
        ? read(said)
        : { kind: "unreadable", fault: `${outcome.failure.kind}, ${outcome.failure.code}` };
    if (last.kind === "plan") return { read: last, why: [...why, `a plan of ${last.tasks.length} tasks`] };
    why.push(`${asked.key} is no plan: ${last.fault.slice(0, 200)}`);
    const before = said.trim() === "" ? "…" : said.slice(0, 4_000);
    const again = `That is no valid plan: ${quotable(last.fault)}. Answer again, with the JSON object alone.`;
    asked = {
      ...question,
      key: `${question.key}.repair`,
      messages: [...question.messages, says("assistant", before), says("user", again)],
    };
  }
  return { read: last, why };
}

function questionOf(options: PlannerOptions, plan: Plan, order = "Make the plan."): Question {
  const system = plannerPrompt(options, PLAN_CAPS.tasks);
  return {
    key: "plan",
    purpose: "orchestrator",
    prompt: { id: `${options.id}.plan`, version: promptVersion(system) },
    ...(options.model === undefined ? {} : { model: options.model }),
    system: [{ text: system, cached: true }],
    messages: [says("user", `${ledgerText(plan, REPLAN_PREVIEW)}\n\n${order}`)],
    outputSchema: PLAN_SCHEMA,
    maxTokens: options.maxTokens ?? MAX_TOKENS,
    effort: "medium",
  };
}

function numberingOf(options: PlannerOptions, plan: Plan): Numbering {
  const facts = [options.systemPrompt, ...(options.knowledge ?? [])].join("\n");
  return {
    first: plan.tasks.length + 1,
    most: PLAN_CAPS.tasks,
    done: plan.tasks.filter(({ status }) => status === "done").map(({ id }) => id),
    isSayable: (text) => spokenTextFault(text, { facts, said: plan.goal, hasRead: false, hasCall: false }) === null,
  };
}

function says(role: ModelMessage["role"], text: string): ModelMessage {
  return { role, content: [{ type: "text", text }] };
}
