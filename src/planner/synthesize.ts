import { weaknessIn } from "../core/outbound/guardrails.ts";
import { runToolLoop } from "../core/tool-calls/run-tool-loop.ts";
import { promptVersion } from "../model-agent/contract.ts";
import { spokenTextFault } from "../model-agent/spoken-text.ts";
import type { Meter } from "./ask-within-plan.ts";
import { titleOf } from "./checklist.ts";
import type { Plan, PlanTask } from "./plan.ts";
import type { PlannerOptions, PlannerTexts } from "./planner-options.ts";
import { ledgerText, synthesisPrompt } from "./prompts.ts";

const MAX_TOKENS = 4_096;
const PREVIEW = 300;

export interface Synthesis {
  readonly text: string;
  readonly why: readonly string[];
}

/**
 * The answer to the goal. A model words what was found, if it can be asked; else the results stand
 * as their workers wrote them. Code adds what failed, so no model can leave it out.
 */
export async function synthesize(
  options: PlannerOptions,
  plan: Plan,
  { meter, texts, mayAsk }: { readonly meter: Meter; readonly texts: PlannerTexts; readonly mayAsk: boolean },
): Promise<Synthesis> {
  const done = plan.tasks.filter(({ status }) => status === "done");
  const undone = plan.tasks.filter(({ status }) => status !== "done" && status !== "dropped");
  const worded = mayAsk && done.length > 0 ? await wordResults(options, plan, meter) : null;
  const list = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [[title, ...lines].join("\n")]);
  const found =
    worded?.text ??
    (done.length === 0
      ? texts.nothing
      : list(
          texts.found,
          done.map(({ result }) => `• ${result ?? ""}`),
        ).join("\n"));
  const failures = undone.map((task: PlanTask) => `[!] ${titleOf(plan, task, texts)}`);
  return { text: [found, ...list(texts.failed, failures)].join("\n\n"), why: worded?.why ?? [] };
}

/** One question, so that it fits what the cap of calls keeps; null text when no words may be said. */
async function wordResults(
  options: PlannerOptions,
  plan: Plan,
  meter: Meter,
): Promise<{ readonly text: string | null; readonly why: readonly string[] }> {
  const system = synthesisPrompt(options);
  const done = plan.tasks.filter(({ status }) => status === "done");
  const facts = [options.systemPrompt, ...(options.knowledge ?? []), ...done.map(({ result }) => result)].join("\n");
  const end = await runToolLoop({
    question: {
      key: "synthesis",
      purpose: "orchestrator",
      prompt: { id: `${options.id}.synthesis`, version: promptVersion(system) },
      ...(options.model === undefined ? {} : { model: options.model }),
      system: [{ text: system, cached: true }],
      messages: [{ role: "user", content: [{ type: "text", text: ledgerText(plan, PREVIEW) }] }],
      maxTokens: options.maxTokens ?? MAX_TOKENS,
      effort: "medium",
    },
    ...{ tools: [], most: { rounds: 1, calls: 0 } },
    ask: (question) => meter.ask(question),
    faultIn: (words) =>
      spokenTextFault(words, {
        ...{ facts, said: [plan.goal, ...plan.said].join("\n") },
        hasRead: done.some(({ hasRead }) => hasRead),
        hasCall: done.some(({ hasCalls }) => hasCalls),
      }),
    weaknessIn: (words) => weaknessIn(words, { facts, said: plan.goal }),
    correct: (fault) => fault,
  });
  return end.kind === "said"
    ? { text: end.text, why: end.notes }
    : { text: null, why: [...end.notes, `${end.reason}: ${end.detail}`] };
}
