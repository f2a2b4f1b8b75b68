import type { ModelAnswer, ModelContent, ModelTool } from "../ports/model/model.ts";
import type { Asked, Question } from "../ports/model/turn-model.ts";
import type { Audience } from "./confirmation.ts";
import { openLoopGuard } from "./loop-guard.ts";

/** A call that the decision carries out, if the loop ends with words. */
export interface PlannedCall {
  readonly callId: string;
  readonly tool: string;
  readonly input: unknown;
}

/** What a call gives back to the model, and what it leaves. */
export interface LoopResult {
  readonly output: string;
  readonly isError: boolean;
  /** The call for the decision. Absent: nothing is to be done. */
  readonly call?: PlannedCall;
  /** A fact of this turn: the words of the model may rest on it. */
  readonly told?: string;
  /** The person whose yes the call waits for. */
  readonly awaits?: Audience;
}

/** A tool that the loop can call: one of the registry, or one of the agent's own engine. */
export interface LoopTool extends ModelTool {
  /** `callId` is unique in the turn. It never throws for what a model may send. */
  carryOut(input: unknown, callId: string): Promise<LoopResult> | LoopResult;
}

/** What calls have left so far. */
export interface LoopYield {
  readonly calls: readonly PlannedCall[];
  readonly told: readonly string[];
  /** The words wait too, until these people have answered. */
  readonly awaits: readonly Audience[];
}

export interface ToolLoop {
  /** The first question. The others append to it. */
  readonly question: Question;
  readonly tools: readonly LoopTool[];
  readonly most: {
    /** Questions; the last of them must bring words. */
    readonly rounds: number;
    /** Calls in one answer that are considered. The others come back as errors. */
    readonly calls: number;
  };
  ask(question: Question): Promise<Asked>;
  /** What the model is shown of the question in this round, from 1. Absent: all of it. */
  show?(question: Question, round: number): Question;
  /** Why these words may not be said; null when they may. */
  faultIn(text: string, soFar: LoopYield): string | null;
  /**
   * What is wrong with words that may be said (requirement Q15). The model is asked once for better ones, and may
   * keep its words after that. Null when nothing is wrong, absent when nothing is looked for.
   */
  weaknessIn?(text: string, soFar: LoopYield): string | null;
  /** What the model is told of the fault. */
  correct(fault: string): string;
}

/**
 * - `not_asked`, `failed`: there was no answer (budget, circuit, deadline; a refusal, a cut answer)
 * - `same_call`, `to_and_fro`: the calls lead nowhere
 * - `silent`: no words, twice
 * - `rounds`: no words that may be said within the rounds
 */
export const LOOP_STOPS = ["not_asked", "failed", "same_call", "to_and_fro", "silent", "rounds"] as const;
export type LoopStop = (typeof LOOP_STOPS)[number];

export type LoopEnd =
  | ({ readonly kind: "said"; readonly text: string; readonly notes: readonly string[] } & LoopYield)
  /** Nothing is said and nothing is done: the caller says why, and hands over. */
  | {
      readonly kind: "stopped";
      readonly reason: LoopStop;
      /** In plain English, for the trace. */
      readonly detail: string;
      readonly notes: readonly string[];
    };

/** Characters of a result that a model reads; a longer one is cut, and says so. */
const MOST_RESULT_CHARACTERS = 8_000;
/** Characters of its own text that a model reads again: a wall of words must not eat the budget. */
const MOST_SAID_CHARACTERS = 4_000;
/** Stands before a weakness of words that were said, in the notes of a loop. */
const SAID_ALL_THE_SAME = "guardrail, said all the same: ";
const SILENCE = "the answer has no words";

/**
 * A model with tools, from the first question to words that may be said, or to a reason why there
 * are none. This code judges calls and words, whatever the prompt says: an unknown tool and an
 * invalid call go back as errors, calls that lead nowhere end the loop, and a cut, refused or broken
 * answer does not count.
 */
export async function runToolLoop(loop: ToolLoop): Promise<LoopEnd> {
  const { most } = loop;
  const guard = openLoopGuard();
  const notes: string[] = [];
  const stopped = (reason: LoopStop, detail: string): LoopEnd => ({ kind: "stopped", reason, detail, notes });
  let question = loop.question;
  let soFar: LoopYield = { calls: [], told: [], awaits: [] };
  let silences = 0;
  let isRemedied = false;
  for (let round = 1; round <= most.rounds; round += 1) {
    const shownNow = loop.show?.(question, round) ?? question;
    const asked = await loop.ask({ ...shownNow, key: keyOf(loop, round) });
    if (asked.kind === "not_asked") return stopped("not_asked", `no model was asked: ${asked.reason}`);
    if (asked.kind === "failed") return stopped("failed", `no answer: ${asked.failure.kind}, ${asked.failure.code}`);
    const { answer } = asked;
    if (answer.toolCalls.length === 0) {
      const text = tidy(answer.text);
      if (text === "") silences += 1;
      if (silences > 1) return stopped("silent", SILENCE);
      const fault = text === "" ? SILENCE : loop.faultIn(text, soFar);
      const weakness = fault === null ? (loop.weaknessIn?.(text, soFar) ?? null) : null;
      if (fault === null && (weakness === null || isRemedied || round === most.rounds)) {
        if (weakness !== null) notes.push(`${SAID_ALL_THE_SAME}${weakness}`);
        return { kind: "said", text, notes, ...soFar };
      }
      isRemedied ||= weakness !== null;
      const wrong = fault ?? weakness ?? SILENCE;
      notes.push(`what the model would say is not said: ${wrong}`);
      question = append(question, answer, [{ type: "text", text: loop.correct(wrong) }]);
      continue;
    }
    const results: ModelContent[] = [];
    for (const [index, { callId, name, input }] of answer.toolCalls.entries()) {
      const verdict = isTooDeep(input) ? TOO_DEEP : guard.judge({ name, input });
      if (verdict.kind === "stop") return stopped(verdict.reason, `the calls lead nowhere: ${shown(name)}`);
      const result: LoopResult =
        verdict.kind === "refused"
          ? failedCall(verdict.reason)
          : index >= most.calls
            ? failedCall(`at most ${most.calls} calls at once`)
            : await carryOut(loop, { name, input, callId: `${keyOf(loop, round)}.${index + 1}` });
      if (result.isError) notes.push(`${shown(name)}: ${result.output.slice(0, 200)}`);
      soFar = {
        calls: result.call === undefined ? soFar.calls : [...soFar.calls, result.call],
        told: result.told === undefined ? soFar.told : [...soFar.told, result.told],
        awaits: result.awaits === undefined ? soFar.awaits : [...soFar.awaits, result.awaits],
      };
      results.push({
        type: "tool_result",
        callId,
        output: cut(result.output, MOST_RESULT_CHARACTERS),
        isError: result.isError,
      });
    }
    question = append(question, answer, results);
  }
  return stopped("rounds", `no answer after ${most.rounds} rounds`);
}

export function failedCall(reason: string): LoopResult {
  return { output: `error: ${reason}`, isError: true };
}

async function carryOut(
  { tools }: ToolLoop,
  { name, input, callId }: { readonly name: string; readonly input: unknown; readonly callId: string },
): Promise<LoopResult> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) return failedCall(`there is no tool "${shown(name)}"`);
  // A text that would have to be mended first is no input.
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return failedCall("the input must be an object");
  }
  return tool.carryOut(input, callId);
}

/** `orchestrator.2`: the first question's purpose, and its number. */
function keyOf({ question: { purpose } }: ToolLoop, round: number): string {
  return `${purpose}.${round}`;
}

function append(question: Question, { content, text }: ModelAnswer, reply: readonly ModelContent[]): Question {
  // Verbatim: providers need their own content back unchanged. A message must not be empty.
  const isWordless = content.every((part) => part.type === "text" && part.text.trim() === "");
  const said: readonly ModelContent[] = isWordless
    ? [{ type: "text", text: text.trim() === "" ? "…" : text }]
    : content.map((part) => (part.type === "text" ? { ...part, text: cut(part.text, MOST_SAID_CHARACTERS) } : part));
  const messages = [
    ...question.messages,
    { role: "assistant", content: said },
    { role: "user", content: reply },
  ] as const;
  return { ...question, messages };
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (cut: ${text.length} characters)`;
}

const DEEPEST = 32;
const TOO_DEEP = { kind: "refused", reason: `an input is nested at most ${DEEPEST} deep` } as const;

/** Level by level: an input that nests without end must not end the process either. */
function isTooDeep(input: unknown): boolean {
  let level: unknown[] = [input];
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    level = level.flatMap((part) => (typeof part === "object" && part !== null ? Object.values(part) : []));
    if (level.length === 0) return false;
  }
  return true;
}

function shown(name: string): string {
  return name.slice(0, 80);
}

/** Markdown as WhatsApp writes it. */
export function tidy(text: string): string {
  return text
    .trim()
    .replace(/\*\*(?=\S)([^*\n]+?)\*\*/g, "*$1*")
    .replace(/^#{1,6}\s+(.+)$/gm, "*$1*");
}
