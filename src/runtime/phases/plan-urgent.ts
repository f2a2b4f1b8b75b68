import type { AgentInput, Decision } from "../../core/agent/agent.ts";
import { mediaOf, understoodIn } from "../../core/inbound/content.ts";
import { NO_READS } from "../../core/tool-calls/turn-reads.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import { parseDecision } from "../decision-schema.ts";
import { QUIET, type Route } from "./classify.ts";
import { decideInTime } from "./decide-in-time.ts";
import type { Input } from "./ingest.ts";
import type { Context } from "./load-context.ts";

type OfKind<Kind> = Extract<Route, { readonly kind: Kind }>;

interface Heard {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly route: OfKind<"answer"> | OfKind<"record">;
  readonly context: Context;
}

/** A turn about which the agent is not asked. */
export interface Recording extends Heard {
  readonly route: OfKind<"record">;
}

/** What a decision of any kind is made from: what the customer said, and what is known of them. */
export function heardInput({ turn, input, route, context }: Heard): Omit<AgentInput, "tools"> {
  const understood = understoodIn(input.contents);
  const taps = input.contents.flatMap((one) =>
    one.type === "button" ? [{ title: one.title, payload: one.payload }] : [],
  );
  return {
    message: input.message,
    messages: input.messages,
    inputClass: route.inputClass ?? QUIET,
    media: mediaOf(input.contents),
    ...(taps.length === 0 ? {} : { taps }),
    ...(understood.length === 0 ? {} : { understood }),
    session: context.session,
    history: context.history,
    unsaid: turn.unsaid,
    turnNumber: turn.turnCount + 1,
    contact: { name: turn.contact.name, phone: turn.contact.phone },
    forceIntent: input.forcedIntent,
    now: turn.now,
    locale: context.locale,
    timeZone: turn.settings.timeZone,
    dueTimer: input.dueTimer,
    timer: turn.timer,
    knownData: turn.knownData,
    reminders: turn.reminders,
    ...(turn.gate.hasOptedOut ? { hasOptedOut: true as const } : {}),
  };
}

/** What the agent says may not wait, where it is not asked to decide; null: nothing of what the customer wrote. */
export async function hearUrgent(heard: Heard): Promise<Decision | null> {
  const { turn, input, context } = heard;
  const { agent } = context;
  const { decideUrgent } = agent;
  if (decideUrgent === undefined || input.messages.length === 0) return null;
  const asked: AgentInput = { ...heardInput(heard), history: turn.history, tools: NO_READS };
  const answer = await decideInTime(agent, () => decideUrgent.call(agent, asked));
  return answer === null ? null : parseDecision(answer, agent.id);
}
