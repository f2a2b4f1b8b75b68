import type { IntentInfo } from "../../core/agent/agent.ts";
import type { FoundConcern } from "../../core/ports/flow-reader.ts";
import type { ConcernPolicy, Effect, FlowDefinition } from "../definition/flow-definition.ts";
import {
  because,
  type Draft,
  decided,
  goOn,
  type RuleResult,
  signal,
  stageOf,
  type Turn,
  wishOf,
} from "../draft/draft.ts";
import { type NamedEntry, namedEntries, tellNamed } from "../intents/knowledge.ts";
import { handOver } from "../modes/hand-over.ts";
import { captureAll } from "../told/ingest-data.ts";
import { showsReceipt } from "./payment-slip.ts";

export interface Heeded extends FoundConcern {
  readonly policy: ConcernPolicy;
}

/**
 * Hears the gravest concern that the shop has a policy for. No other rule may lower it, question it
 * or pass over it, whatever stands beside it and whatever waits for an answer. Told data is kept;
 * the same words sell and order nothing.
 */
export function heedConcerns(turn: Turn, draft: Draft): RuleResult {
  const [gravest] = heededIn(turn.flow, turn.reading?.concerns);
  if (gravest === undefined || turn.reading === null) return goOn(draft);
  const { concern, sign, policy } = gravest;
  if (isSettledByDoctor(turn, gravest)) return goOn(draft);
  const kept = because(captureAll(draft, turn.reading), `${concern} (${sign}) is heeded before anything else`);
  if (policy.does === "hand_over") {
    const named = { ...kept, intentInfo: infoOf(turn, gravest), seen: [...kept.seen, policy.intent] };
    const handed = handOver(turn, named, policy.notice, concern, policy.task);
    return decided(policy.urgent === true ? { ...handed, handoff: { reason: concern, keepsWords: true } } : handed);
  }
  // A person looks at a payment slip, and handles a cancellation or complaint too. Every other
  // customer gets the warning.
  if (showsReceipt(turn.input) || isSaidToo(turn, policy.presses ? ["close", "hand_over"] : ["hand_over"])) {
    return goOn(draft);
  }
  const answered = answer(turn, kept, gravest);
  return decided({ ...tellNamed(turn, answered, besideWarning(turn, kept)), intentInfo: answered.intentInfo });
}

/** Entries that were surely asked for too: "¿tiene gluten?, soy celíaca". */
function besideWarning(turn: Turn, draft: Draft): readonly NamedEntry[] {
  return namedEntries(turn, draft).filter(({ confidence }) => confidence >= turn.flow.bands.act);
}

/**
 * "Le pregunté a mi doctor y me dijo que sí, quiero un frasco": the answer of the shop was that a doctor decides. Who only means to
 * ask hears it once.
 */
function isSettledByDoctor({ input, reading }: Turn, { concern, policy, needsAdvice }: Heeded): boolean {
  const hold = policy.does === "answer" ? policy.holds : undefined;
  if (hold?.told === undefined || concern === "danger" || needsAdvice === true) return false;
  const isWarned = input.session.intentsVistos.some(({ intent }) => intent === policy.intent);
  return reading?.ownDoctor === "agreed" || (reading?.ownDoctor === "asked" && isWarned);
}

/** Whether a reading already decides the turn, so that no model need be asked. */
export function isHeeded(flow: FlowDefinition, concerns: readonly FoundConcern[] | undefined): boolean {
  return heededIn(flow, concerns).length > 0;
}

/** The concerns of a reading that the shop has a policy for, the gravest first. */
export function heededIn({ concerns }: FlowDefinition, found: readonly FoundConcern[] = []): Heeded[] {
  return found.flatMap((one) => {
    const policy = concerns[one.concern];
    return policy === undefined ? [] : [{ ...one, policy }];
  });
}

/**
 * The shop's stated answer first, then allowed questions beside it; no timer presses afterwards.
 */
function answer(turn: Turn, draft: Draft, heeded: Heeded): Draft {
  const { flow } = turn;
  const { policy } = heeded;
  if (policy.does === "hand_over") return draft;
  const beside = saidIn(turn).filter((intent) => policy.beside.includes(intent) && intent !== policy.intent);
  const asked = [policy.intent, ...beside];
  const awake = stageOf(flow, draft.mode) === "welcome" ? flow.purposes.talk : draft.mode;
  const answered: Draft = {
    ...draft,
    mode: awake,
    asked: [...draft.asked, ...asked],
    seen: [...draft.seen, ...asked],
    intentInfo: infoOf(turn, heeded),
  };
  if (!policy.presses) return { ...signal(answered, "reevaluate", "it is theirs to go on"), isPostponed: true };
  return signal(answered, "start", "answered: the deadline counts anew");
}

/** The record of a concern: which one it was, and the sign that found it. */
export function infoOf({ reading }: Turn, { concern, sign, policy }: Heeded): IntentInfo {
  const others = reading?.intent == null ? [] : [reading.intent, ...reading.intent.alternatives];
  return {
    intent: policy.intent,
    confidence: HEEDED,
    alternatives: others.flatMap(({ intent, confidence }) =>
      intent === policy.intent ? [] : [{ intent, confidence }],
    ),
    reasoning: `${concern}: ${sign}`,
    engine: "rules",
  };
}

const HEEDED = 98;

function isSaidToo(turn: Turn, effects: readonly Effect[]): boolean {
  const info = turn.reading?.intent ?? null;
  return (
    info !== null &&
    [info, ...info.alternatives].some(
      ({ intent, confidence }) =>
        confidence >= turn.flow.bands.act && effects.some((effect) => turn.flow.intents[intent]?.effect === effect),
    )
  );
}

/** The other questions of the same messages, a greeting apart from what it is joined to. */
function saidIn(turn: Turn): string[] {
  const { flow } = turn;
  const info = wishOf(turn);
  if (info === null) return [];
  const sure = [info, ...info.alternatives].filter(({ confidence }) => confidence >= flow.bands.act);
  return [...new Set(sure.flatMap(({ intent }) => intent.split("+")))];
}
