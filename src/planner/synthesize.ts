import type { AgentInput, DecidedMessage } from "../core/agent/agent.ts";
import { isWorthAsking, type MadeArtifact, makeArtifact, saidArtifact } from "../core/agent/make-artifact.ts";
import { type ArtifactToMake, prepareArtifact } from "../core/agent/prepare-artifact.ts";
import { artifactTask, citedSources } from "../core/agent/write-artifact.ts";
import type { Artifact } from "../core/artifacts/artifact.ts";
import type { CitedAnswer } from "../core/artifacts/envelope.ts";
import { readCitedText, withoutMarkers } from "../core/artifacts/read-cited-text.ts";
import { artifactSettings } from "../core/artifacts/settings.ts";
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
  readonly messages: readonly DecidedMessage[];
  /** What was made of the answer; absent when it is plain words. */
  readonly artifacts?: readonly Artifact[];
  readonly why: readonly string[];
}

interface Asking {
  readonly input: AgentInput;
  readonly meter: Meter;
  readonly texts: PlannerTexts;
  readonly mayAsk: boolean;
  /** What stands above the answer. */
  readonly preface: readonly string[];
}

/**
 * The answer to the goal. A model words what was found, if it can be asked; else the results stand
 * as their workers wrote them. Code adds what failed, so no model can leave it out.
 */
export async function synthesize(options: PlannerOptions, plan: Plan, asking: Asking): Promise<Synthesis> {
  const { input, meter, texts, mayAsk, preface } = asking;
  const done = plan.tasks.filter(({ status }) => status === "done");
  const undone = plan.tasks.filter(({ status }) => status !== "done" && status !== "dropped");
  const list = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [[title, ...lines].join("\n")]);
  const failures = list(
    texts.failed,
    undone.map((task: PlanTask) => `[!] ${titleOf(plan, task, texts)}`),
  );
  const wish = mayAsk && done.length > 0 ? await wishOf(options, plan, input) : null;
  const worded =
    mayAsk && done.length > 0 && !isRevision(wish) ? await wordResults(options, plan, { meter, wish }) : null;
  const made = wish === null ? null : artifactOf(options, plan, { wish, worded, input });
  if (made?.kind === "made") {
    const said = failures.map((text): DecidedMessage => ({ text, templateId: null }));
    return { ...saidBy(made.artifact, said), why: worded?.why ?? [] };
  }
  const plain = worded ?? (mayAsk && done.length > 0 ? await wordResults(options, plan, { meter, wish: null }) : null);
  const results = list(
    texts.found,
    done.map(({ result }) => `• ${result ?? ""}`),
  ).join("\n");
  const found = plainText(plain?.text) ?? (done.length === 0 ? texts.nothing : results);
  const why = [...(plain?.why ?? []), ...(made?.reason == null ? [] : [made.reason])];
  return { messages: [{ text: [...preface, found, ...failures].join("\n\n"), templateId: null }], why };
}

/** The words of a plan's one worker as an artifact, where the goal asks for one; null: they are said as they stand. */
export async function makeOfOneTask(
  options: PlannerOptions,
  plan: Plan,
  { input, meter }: Pick<Asking, "input" | "meter">,
): Promise<Synthesis | null> {
  const wish = await wishOf(options, plan, input);
  if (wish === null) return null;
  const worded = isRevision(wish) ? null : await wordResults(options, plan, { meter, wish });
  const made = artifactOf(options, plan, { wish, worded, input });
  return made.kind === "made" ? { ...saidBy(made.artifact), why: worded?.why ?? [] } : null;
}

function saidBy(artifact: Artifact, after: readonly DecidedMessage[] = []): Omit<Synthesis, "why"> {
  return { messages: [...saidArtifact(artifact), ...after], artifacts: [artifact] };
}

/** A plan that only gets a limit needs no words of a model. */
function isRevision(wish: ArtifactToMake | null): boolean {
  return wish !== null && wish.lastPlan !== null;
}

/** What the goal asks to be made: from the pages that the workers have read, and the customer's own documents. */
async function wishOf(
  { artifacts = {} }: PlannerOptions,
  plan: Plan,
  input: AgentInput,
): Promise<ArtifactToMake | null> {
  const settings = artifactSettings(artifacts);
  const wish = await prepareArtifact({ ...input, message: plan.goal }, settings, plan.pages);
  return wish?.kind === "make" && (isRevision(wish) || isWorthAsking(wish, settings)) ? wish : null;
}

interface Worded {
  readonly text: string | null;
  readonly cited: CitedAnswer;
  readonly why: readonly string[];
}

const NO_WORDS: Worded = { text: null, cited: [], why: [] };

function artifactOf(
  { artifacts = {} }: PlannerOptions,
  plan: Plan,
  {
    wish,
    worded,
    input,
  }: { readonly wish: ArtifactToMake; readonly worded: Worded | null; readonly input: AgentInput },
): MadeArtifact {
  const { text, cited } = worded ?? NO_WORDS;
  if (text === null && !isRevision(wish)) return { kind: "not_made", reason: null };
  const asked = { ...input, message: plan.goal };
  return makeArtifact(wish, { text: text ?? "", cited }, { asked, settings: artifactSettings(artifacts) });
}

/** The markers of sources mean nothing without their list. */
function plainText(text: string | null | undefined): string | null {
  return text == null ? null : withoutMarkers(text);
}

/** One question, so that it fits what the cap of calls keeps; null text when no words may be said. */
async function wordResults(
  options: PlannerOptions,
  plan: Plan,
  { meter, wish }: { readonly meter: Meter; readonly wish: ArtifactToMake | null },
): Promise<Worded> {
  const sources = wish?.requested.sources ?? [];
  const system = synthesisPrompt(options, wish === null ? null : artifactTask(wish.requested.contract));
  const done = plan.tasks.filter(({ status }) => status === "done");
  const told = [...done.map(({ result }) => result), ...sources.map(({ text }) => text)];
  const facts = [options.systemPrompt, ...(options.knowledge ?? []), ...told].join("\n");
  let cited: CitedAnswer | undefined;
  const end = await runToolLoop({
    question: {
      key: "synthesis",
      purpose: "orchestrator",
      prompt: { id: `${options.id}.synthesis`, version: promptVersion(system) },
      ...(options.model === undefined ? {} : { model: options.model }),
      system: [{ text: system, cached: true }],
      messages: [{ role: "user", content: [{ type: "text", text: ledgerText(plan, PREVIEW) }] }],
      ...citedSources(sources),
      maxTokens: options.maxTokens ?? MAX_TOKENS,
      effort: "medium",
    },
    ...{ tools: [], most: { rounds: 1, calls: 0 } },
    async ask(question) {
      // A name of its own: the worker of a short plan has asked in this turn too.
      const asked = await meter.ask({ ...question, key: "synthesis" });
      cited = asked.kind === "answered" ? asked.answer.cited : undefined;
      return asked;
    },
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
    ? { text: end.text, cited: cited ?? readCitedText(end.text), why: end.notes }
    : { text: null, cited: [], why: [...end.notes, `${end.reason}: ${end.detail}`] };
}
