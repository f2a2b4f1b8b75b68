import type { AgentInput, DecidedToolCall, Decision } from "../agent/agent.ts";
import { DEFAULT_LOCALE } from "../locale/locale.ts";
import { packOf } from "../locale/pack-of.ts";

/**
 * The rest of a decision that cannot be told to the customer, because the 24-hour window has
 * closed. The customer's own words are kept; everything else waits until they write again. No order
 * is made that they would not hear of, no mode is entered whose question they have not read,
 * nothing counts as said, no timer presses. A person gets a task and may write with a template;
 * only a reminder without a result needs no person.
 */
export function withoutWindow(
  decision: Decision,
  input: Pick<AgentInput, "session" | "dueTimer" | "locale">,
): Decision {
  const { newDatosCapturados, clearedDatos } = decision.stateUpdates;
  const isMissed = decision.tools.length > 0 || decision.handoff !== null || input.dueTimer == null;
  return {
    ...decision,
    messages: [],
    stateUpdates: {
      ...(newDatosCapturados === undefined ? {} : { newDatosCapturados }),
      ...(clearedDatos === undefined ? {} : { clearedDatos }),
    },
    timerSignals: [{ type: "cancel", reason: "the 24-hour window is closed" }],
    timer: null,
    reminders: [],
    tools: isMissed ? [taskInstead(decision, input)] : [],
    handoff: null,
    closesSession: false,
    // What comes next would count on words and deeds that are not there.
    next: null,
    why: [
      ...decision.why,
      "the 24-hour window is closed: nothing is said, and nothing done that they would not hear of",
    ],
  };
}

function taskInstead(
  { tools, stateUpdates }: Decision,
  { session, locale = DEFAULT_LOCALE }: Pick<AgentInput, "session" | "locale">,
): DecidedToolCall {
  const undone = tools.map(({ tool }) => tool).join(" ");
  return {
    callId: "create_task",
    tool: "create_task",
    input: {
      title: packOf(locale).texts.tasks.window_closed,
      priority: "high",
      mode: session.mode,
      data: { ...session.datosCapturados, ...stateUpdates.newDatosCapturados },
      pack: session.packSeleccionado,
      about: { code: "window_closed", values: { tools: undone.slice(0, 300) } },
    },
  };
}
