import type { AgentInput, DecidedHandoff, DecidedToolCall, IntentInfo } from "../../core/agent/agent.ts";
import type { DecidedReminder } from "../../core/outbound/reminder.ts";
import type { Reading } from "../../core/ports/flow-reader.ts";
import type { TimerSignal } from "../../core/time/timer-policy.ts";
import type { FlowDefinition, Stage, Step } from "../definition/flow-definition.ts";
import { SILENCES, type Silence } from "./silences.ts";

/** What a turn is decided from. Nothing in it ever changes. */
export interface Turn {
  readonly flow: FlowDefinition;
  readonly input: AgentInput;
  /** null when the customer said nothing, or nothing in words. */
  readonly reading: Reading | null;
  /** The rules' own reading, when a model contributed to `reading`. */
  readonly rules?: Reading;
  /** The words for a question that no template answers (`model.orchestrator`). */
  readonly spoken?: Spoken;
  /**
   * Ids of the templates that tell nothing new, as far as a reader has judged them whole
   * (requirement A28, level 3).
   */
  readonly repeats?: ReadonlySet<string>;
  /** The values that the shop offers for fields that are still to be told, by field. */
  readonly options?: Readonly<Record<string, readonly string[]>>;
  /** A value of this turn that the shop's own read did not allow. */
  readonly refused?: Refusal;
}

/** What is said of a refused value: a group of templates, and the values that are free instead. */
export interface Refusal {
  readonly field: string;
  /** Null: the words of the locale, for a tap on a value that is no longer offered. */
  readonly notice: string | null;
  readonly options: readonly string[];
}

/**
 * An answer without a template, ready to be said: its words were checked, its calls judged, its
 * move allowed.
 */
export interface Spoken {
  readonly text: string;
  readonly move: string | null;
  readonly tools: readonly DecidedToolCall[];
}

/** The decision so far. Each rule gets one and returns another. */
export interface Draft {
  readonly mode: string;
  readonly data: Readonly<Record<string, string>>;
  readonly pack: string | null;
  readonly intentInfo: IntentInfo | null;
  /** Informational intents to answer, in order. */
  readonly asked: readonly string[];
  readonly steps: readonly (Step | { readonly notice: string })[];
  /** A fixed text of the agent instead of templates. */
  readonly plainText: string | null;
  /** Below that text. */
  readonly buttons: readonly { readonly id: string; readonly title: string }[];
  /** Two intents of which one was meant: the customer is asked which. */
  readonly choice: readonly [string, string] | null;
  /** Words without a template; said before the steps. */
  readonly spoken: string | null;
  /** What entries of the shop's knowledge say, under the ids that name them; said before the steps. */
  readonly entries: readonly { readonly text: string; readonly templateId: string }[];
  /** A clear question that no template answers, and the draft at that moment. */
  readonly unanswered: Draft | null;
  readonly seen: readonly string[];
  readonly signals: readonly TimerSignal[];
  readonly tools: readonly DecidedToolCall[];
  /** Set and taken back with the order that they belong to. */
  readonly reminders: readonly DecidedReminder[];
  readonly handoff: DecidedHandoff | null;
  readonly closesSession: boolean;
  /** The words belong to the next sale: nothing of this draft is said or done. */
  readonly startsAnew: boolean;
  /** "Not yet": no timer presses the customer until they write again. */
  readonly isPostponed: boolean;
  /** The pack is one that they may mean, and did not choose: only a yes to the summary orders it. */
  readonly isSupposed: boolean;
  /** The reason for an intended silence. */
  readonly silence: Silence | null;
  /** The fields that this turn captured. */
  readonly captured: readonly string[];
  /** Fields whose value a question gave ("¿llega a Cali?"), and nothing has confirmed. */
  readonly onlyAsked: readonly string[];
  readonly why: readonly string[];
}

/** A rule's result: continue with the next one, or the decision stands. */
export type RuleResult =
  | { readonly kind: "go_on"; readonly draft: Draft }
  | { readonly kind: "decided"; readonly draft: Draft };

export type Rule = (turn: Turn, draft: Draft) => RuleResult;

export function openDraft({ input }: Turn): Draft {
  const { session } = input;
  return {
    mode: session.mode,
    data: session.datosCapturados,
    pack: session.packSeleccionado,
    intentInfo: null,
    asked: [],
    steps: [],
    plainText: null,
    buttons: [],
    choice: null,
    spoken: null,
    entries: [],
    unanswered: null,
    seen: [],
    signals: [],
    tools: [],
    reminders: [],
    handoff: null,
    closesSession: false,
    startsAnew: false,
    isPostponed: false,
    isSupposed: false,
    silence: null,
    captured: [],
    onlyAsked: session.ingestStatus?.onlyAsked ?? [],
    why: [],
  };
}

/** What the customer wants, after the second look where there was one; null when nothing was asked. */
export function wishOf({ reading }: Pick<Turn, "reading">): IntentInfo | null {
  return reading?.secondLook ?? reading?.intent ?? null;
}

/** The values of all messages of the turn; a later one counts. */
export function toldIn({ messages }: Reading): Readonly<Record<string, string>> {
  return Object.assign({}, ...messages.map(({ fields }) => fields));
}

export function goOn(draft: Draft): RuleResult {
  return { kind: "go_on", draft };
}

export function decided(draft: Draft, reason?: string): RuleResult {
  return { kind: "decided", draft: reason === undefined ? draft : because(draft, reason) };
}

export function because(draft: Draft, reason: string): Draft {
  return { ...draft, why: [...draft.why, reason] };
}

export function keepSilent(draft: Draft, silence: Silence): Draft {
  return because({ ...draft, silence }, SILENCES[silence]);
}

export function say(draft: Draft, ...steps: readonly Step[]): Draft {
  return { ...draft, steps: [...draft.steps, ...steps] };
}

/**
 * One signal of each kind is enough; `start` gives way to any other of the same turn (requirement
 * A31).
 */
export function signal(draft: Draft, type: TimerSignal["type"], reason: string): Draft {
  if (type === "start" && draft.signals.length > 0) return draft;
  return { ...draft, signals: [...draft.signals, { type, reason }] };
}

export function stageOf(flow: FlowDefinition, mode: string): Stage {
  return flow.modes[mode]?.stage ?? "talk";
}

/** Stages in which something is being bought. */
const SELLING: readonly Stage[] = ["collect", "offer", "summary"];

/** A sale is under way in this mode. */
export function isUnderWay(flow: FlowDefinition, mode: string): boolean {
  return SELLING.includes(stageOf(flow, mode));
}

/** The mark of a decision that needed no intent. */
export function wordless(intent: string, confidence = 100): IntentInfo {
  return { intent, confidence, alternatives: [], reasoning: "told by its kind; no intent was looked for" };
}

/**
 * How many of our last messages count as recent. A customer who scrolls further back asks again.
 */
export const WORDS_IN_MIND = 8;

/** Our recent messages, newest last, as many as a customer still has in mind. */
export function lastWords({ input }: Pick<Turn, "input">, count = 3): string[] {
  return input.history
    .filter((turn) => turn.role === "assistant")
    .slice(-count)
    .map((turn) => turn.content);
}

/**
 * Ids of the templates that really left in this session. A text that the customer's message cut off
 * was not said (A30).
 */
export function sentTemplates({ input }: Pick<Turn, "input">): string[] {
  const cutOff = new Set(input.unsaid.map(({ templateId }) => templateId));
  return input.session.templatesEnviados.filter((id) => !cutOff.has(id));
}

/** Whether the last thing that we said in this session was `step`. */
export function justSaid(turn: Turn, ...steps: readonly Step[]): boolean {
  const last = sentTemplates(turn).at(-1);
  return last !== undefined && steps.some((step) => isOfStep(turn.flow, step, last));
}

/** Whether `step` has been said in this session. */
export function hasSaidStep(turn: Turn, step: Step): boolean {
  // The step's few texts first: a long conversation has been sent hundreds.
  const own = turn.flow.templates.filter(({ intent }) => intent === turn.flow.steps[step]);
  const sent = sentTemplates(turn);
  return own.some(({ id }) => sent.includes(id));
}

function isOfStep(flow: FlowDefinition, step: Step, templateId: string): boolean {
  return flow.templates.some(({ id, intent }) => id === templateId && intent === flow.steps[step]);
}
