import * as z from "zod";
import type { AgentInput, Decision } from "../../core/agent/agent.ts";
import { withHandoffMessage } from "../../core/agent/agent-config.ts";
import { nameLocalModel } from "../../core/agent/local-trust.ts";
import { SEGMENT_LIMITS, type SegmentInput } from "../../core/agent/segment.ts";
import { RecadoError } from "../../core/errors.ts";
import { isWindowOpen } from "../../core/outbound/service-window.ts";
import { sessionEndOf } from "../../core/time/session-end.ts";
import type { Asked } from "../../core/tool-calls/confirmation.ts";
import { cancelDecision, isCancelWord } from "../../core/turn/cancel-word.ts";
import { withoutWindow } from "../../core/turn/closed-window.ts";
import { consentDecision } from "../../core/turn/consent.ts";
import { heedReminders, heedTemplates, usesTemplates } from "../../core/turn/heed-reminders.ts";
import { heedTimer } from "../../core/turn/heed-timer.ts";
import { plainDecision } from "../../core/turn/part-decision.ts";
import { handOverUnread, TOO_MANY_UNREAD } from "../../core/turn/read-limit.ts";
import { scheduledDecision } from "../../core/turn/scheduled-decision.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import { mayDo, speakerOf } from "../../core/turn/whose-word.ts";
import { parseDecision } from "../decision-schema.ts";
import type { TurnDependencies } from "../dependencies.ts";
import { hasActed } from "../has-acted.ts";
import type { Journal } from "../journal.ts";
import type { DeskModel } from "../model-gate.ts";
import { openReads } from "../reads/open-reads.ts";
import { type ResumedRun, resumeRun } from "../resume-run.ts";
import { toolScope } from "../tool-scope.ts";
import { askPermission } from "./ask-permission.ts";
import type { Route } from "./classify.ts";
import { decideInTime } from "./decide-in-time.ts";
import type { Input } from "./ingest.ts";
import type { Context } from "./load-context.ts";
import { heardInput, hearUrgent, type Recording } from "./plan-urgent.ts";
import { type Recalled, recall } from "./recall.ts";

/** The agent's decision; null when it was not asked. */
export interface Planned {
  /** The part that is carried out: all of it, unless the window has closed. */
  readonly decision: Decision | null;
  /** The decision as the agent made it. This is journaled. */
  readonly decided: Decision | null;
  /** The state on which it was decided. */
  readonly basis: Basis | null;
  /** The 24-hour window is closed, and there was something to say. */
  readonly isWindowClosed: boolean;
  /** Steps of earlier attempts that replaced a model call. */
  readonly replayed: readonly string[];
  /** How a run that has waited for an answer resumes. */
  readonly takenUp?: ResumedRun;
}

/**
 * A decision stands as long as the first three have not changed, even with another trained model.
 */
const basis = z.object({
  version: z.number(),
  agentId: z.string(),
  agentVersion: z.string(),
  /**
   * The mode in which the words were read, and the agent's own model at that time, for learning.
   */
  mode: z.string().exactOptional(),
  localModel: z.string().exactOptional(),
});
type Basis = z.infer<typeof basis>;

interface Briefed {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly route: Route;
  readonly context: Context;
}

/**
 * Asks the agent. A decision that an earlier attempt has journaled is not made again: for ever once
 * something was done on it, otherwise while the conversation and the agent are the same.
 */
export async function plan(
  { turn, input, route, context }: Briefed,
  journal: Journal,
  dependencies: Pick<
    TurnDependencies,
    | "modelGate"
    | "localStops"
    | "knowledge"
    | "prompts"
    | "store"
    | "readingPace"
    | "tools"
    | "clock"
    | "metrics"
    | "timerPreset"
  >,
): Promise<Planned> {
  const { modelGate, localStops, knowledge, prompts, store, readingPace } = dependencies;
  if (route.kind === "record") return planBesidePerson({ turn, input, route, context });
  if (route.kind === "resume" && turn.asked !== null) return planResumed(turn, turn.asked, context, route.isSilent);
  if (route.kind !== "answer") return planOwn(route, input);
  const { agent } = context;
  const localModel = nameLocalModel(agent);
  const now: Basis = {
    // What a customer says meanwhile changes nothing of a segment, which is handed it as input.
    version: turn.segment?.number ?? turn.version,
    agentId: agent.id,
    agentVersion: agent.version,
    mode: context.session.mode,
    localModel,
  };
  const former = journal.find("plan");
  if (former?.status === "ok") {
    const journaled = readJournaled(former.output);
    const { basis } = journaled;
    // A session that was closed for a new sale stays closed. The decision that closed it says
    // nothing about the new one.
    const isSpent = journaled.decided?.startsAnew === true;
    if (!isSpent && (hasActed(turn) || basis === null || isSame(basis, now)))
      return heedWindow(journaled, { turn, input, context });
  }
  const isOwn = input.consent !== null || ownScheduled(input) !== null;
  const remembered = isOwn ? null : await recall({ turn, input, route, context }, dependencies);
  const own = ownAnswer({ turn, input, context }, remembered);
  // Whatever a customer says of our messages, of their data or of a task, an emergency beside it is the agent's. A wish about
  // their data is the whole of its message.
  if (own !== null) {
    const beside = remembered?.answer == null ? input : { ...input, messages: input.messages.slice(0, -1) };
    if ((await hearUrgent({ turn, input: beside, route, context })) === null)
      return heedWindow({ decided: own, basis: now, replayed: [] }, { turn, input, context });
  }
  await knowledge?.refresh?.(turn.lease.workspaceId, turn.knowledgeVersion);
  await prompts?.refresh(turn.lease.workspaceId, turn.promptsVersion);
  const ownPrompts = prompts?.of(turn.lease.workspaceId, agent.id);
  await readingPace?.take(input.messages[0]?.length ?? 0);
  const scope = toolScope({ turn, input, context }, store.crm);
  const model = modelGate?.forTurn({ turn, agent, sessionId: context.session.id, tools: scope }, journal) ?? null;
  const asked: AgentInput = {
    ...heardInput({ turn, input, route, context }),
    ...(remembered === null || agent.memory !== "always" ? {} : { memory: remembered.memory }),
    segment: segmentInput(turn, context),
    ...(turn.parked.length === 0 ? {} : { parked: turn.parked }),
    ...(knowledge === undefined ? {} : { knowledge: knowledge.entriesOf(turn.lease.workspaceId, agent.id) }),
    ...(ownPrompts === undefined ? {} : { prompts: ownPrompts }),
    tools: openReads({ turn, agent, scope }, journal, dependencies),
    model,
    ...(readingPace === undefined ? {} : { pause: readingPace.take }),
    localAnswers: localStops?.isStopped(turn.lease.workspaceId, agent.id, localModel) === true ? "stopped" : "on",
  };
  const answer = await decideInTime(agent, () => agent.decide(asked));
  const made = withUsage(parseDecision(answer, agent.id), model);
  const { hasOptedOut } = turn.gate;
  const { timeZone } = turn.settings;
  const timed = heedTimer(made, {
    ...{ now: turn.now, preset: turn.settings.timerPreset ?? dependencies.timerPreset, timeZone },
    sessionEnd: sessionEndOf(turn.settings.sessionEnd, agent.sessionEnd),
  });
  const heardAt = lastHeardAt(turn, input);
  const heeded = heedReminders(timed, { now: turn.now, lastHeardAt: heardAt, hasOptedOut, locale: context.locale });
  const decided = usesTemplates(heeded)
    ? heedTemplates(heeded, await store.crm.templates(turn.lease.workspaceId), heardAt, context.locale)
    : heeded;
  if (decided.startsAnew === true && (context.isNewSession || turn.segment !== null)) {
    throw new RecadoError(
      "decision_invalid",
      `Agent "${agent.id}" starts anew in a session that begins with this turn, or in a segment.`,
    );
  }
  const asking = await askPermission(decided, { turn, context }, dependencies);
  return heedWindow({ decided: asking, basis: now, replayed: model?.replayed() ?? [] }, { turn, input, context });
}

/** What has come due and is no timer of a session: the runtime answers it. */
function ownScheduled({ scheduled, dueTimer }: Input): Input["scheduled"] {
  return dueTimer === null ? scheduled : null;
}

/** What the runtime itself answers in the agent's place; null: the agent decides. */
function ownAnswer(
  { turn, input, context }: Pick<Briefed, "turn" | "input" | "context">,
  remembered: Recalled | null,
): Decision | null {
  const { locale } = turn.settings;
  if (input.consent !== null) return consentDecision(input.consent.word, locale);
  const scheduled = ownScheduled(input);
  if (scheduled !== null) {
    const isOpen = isWindowOpen(turn.lastCustomerMessageAt, turn.now);
    return scheduledDecision(scheduled, { isOpen, endsSession: context.isNewSession, locale });
  }
  if (remembered?.answer != null) return remembered.answer;
  if (turn.parked.length > 0 && input.messages.some(isCancelWord)) return cancelDecision(locale);
  if (input.unread >= TOO_MANY_UNREAD) return handOverUnread(input.unread, context.session, context.locale);
  return null;
}

/** Where a person answers or the bot is off: nothing is decided but what may not wait. */
async function planBesidePerson(briefed: Recording): Promise<Planned> {
  const { turn, input, context, route } = briefed;
  const urgent = route.outcome === "bot_off" ? await hearUrgent(briefed) : null;
  if (urgent === null) return { decision: null, decided: null, basis: null, isWindowClosed: false, replayed: [] };
  // A workspace that has switched its agents off has taken every word out of their mouths: the task alone is made.
  const decided = turn.gate.workspaceEnabled ? urgent : { ...urgent, messages: [] };
  return heedWindow({ decided, basis: null, replayed: [] }, { turn, input, context });
}

/**
 * The decision from before the run waited, as far as the answer allows. An approved call is made
 * even if no message can report it.
 */
function planResumed(turn: ClaimedTurn, asked: Asked, context: Context, isSilent: boolean): Planned {
  const takenUp = resumeRun({ asked, context, isSilent });
  const { decision, checkpoint } = takenUp;
  const isWindowClosed = decision.messages.length > 0 && !isWindowOpen(turn.lastCustomerMessageAt, turn.now);
  return { decision, decided: checkpoint.decision, basis: null, isWindowClosed, replayed: [], takenUp };
}

/** Turns about which no agent is asked. */
function planOwn(route: Route, { command }: Input): Planned {
  const decision =
    route.kind === "command" && command !== null
      ? plainDecision(`${command.actor} has "${command.tool}" called`, {
          tools: [{ callId: COMMAND_CALL, tool: command.tool, input: command.input }],
        })
      : plainDecision("the customer answers a question of ours");
  return { decision, decided: null, basis: null, isWindowClosed: false, replayed: [] };
}

const COMMAND_CALL = "command";

/** What is journaled of a plan. The window is checked each time that the decision is taken up. */
export function journaledPlan({ decided, basis, replayed }: Planned): unknown {
  return { decision: decided, basis, ...(replayed.length === 0 ? {} : { replayed }) };
}

function heedWindow(
  made: JournaledPlan,
  { turn, input, context }: Pick<Briefed, "turn" | "input" | "context">,
): Planned {
  const decided = made.decided === null ? null : withHandoffMessage(made.decided, turn.settings);
  const isWindowClosed =
    decided?.messages.some(({ content }) => content?.type !== "template") === true &&
    !isWindowOpen(lastHeardAt(turn, input), turn.now);
  const { session } = context;
  const decision = isWindowClosed
    ? withoutWindow(decided, { session, dueTimer: input.dueTimer, locale: context.locale })
    : decided;
  return { ...made, decision, isWindowClosed };
}

function segmentInput({ segment }: ClaimedTurn, { isNewSession }: Context): SegmentInput | null {
  if (segment === null) return null;
  const { key, number, state, since, pausedMs } = segment;
  const left = SEGMENT_LIMITS.segments - number;
  return { key, number, left, state, since, isSessionOver: isNewSession, pausedMs };
}

/**
 * Words from a day ago that arrived late are kept, but an answer now would come too late.
 * A timer and a segment count from the customer's last words of any kind, and so do words that a program sent
 * for them.
 */
function lastHeardAt(
  { events, segment, lastCustomerMessageAt }: ClaimedTurn,
  { dueTimer, scheduled, forcedIntent }: Input,
): Date | null {
  const theirs = events.filter((event) => event.inputType !== "message" || mayDo(speakerOf(event), "open window"));
  const isOurs = segment !== null || dueTimer !== null || scheduled !== null || forcedIntent !== null;
  if (isOurs || theirs.length === 0) return lastCustomerMessageAt;
  return new Date(Math.max(...theirs.map((event) => event.occurredAt.getTime())));
}

/**
 * Tokens are counted where the questions are asked, not by the agent: failed and replayed answers
 * count too.
 */
function withUsage(decision: Decision, model: DeskModel | null): Decision {
  const totalTokens = model?.usedTokens() ?? 0;
  return totalTokens === 0 ? decision : { ...decision, totalTokens };
}

const journaled = z.object({ decision: z.unknown(), basis: basis.nullish(), replayed: z.array(z.string()).optional() });

type JournaledPlan = Pick<Planned, "decided" | "basis" | "replayed">;

function readJournaled(output: unknown): JournaledPlan {
  const { decision, basis, replayed } = journaled.parse(output);
  const decided = decision === null ? null : parseDecision(decision, "journal");
  return { decided, basis: basis ?? null, replayed: replayed ?? [] };
}

function isSame(one: Basis, other: Basis): boolean {
  return one.version === other.version && one.agentId === other.agentId && one.agentVersion === other.agentVersion;
}
