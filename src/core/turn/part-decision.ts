import type { Decision } from "../agent/agent.ts";

/**
 * A decision is carried out in two parts when one of its calls waits for a yes. What the customer told is kept at once, and what
 * claims nothing is said; everything else may follow from the call, and follows it: replies, mode, timer, handoff.
 */
export function partBeforeYes(decision: Decision): Decision {
  const { newIntentsVistos, newDatosCapturados, clearedDatos, newIngestStatus, newTemplatesEnviados } =
    decision.stateUpdates;
  const messages = decision.messages.filter(({ claimsNothing }) => claimsNothing === true);
  const said = new Set(messages.map(({ templateId }) => templateId));
  const templates = newTemplatesEnviados?.filter((id) => said.has(id));
  return {
    ...decision,
    messages,
    stateUpdates: {
      ...(newIntentsVistos === undefined ? {} : { newIntentsVistos }),
      ...(newDatosCapturados === undefined ? {} : { newDatosCapturados }),
      ...(clearedDatos === undefined ? {} : { clearedDatos }),
      ...(newIngestStatus === undefined ? {} : { newIngestStatus }),
      ...(templates === undefined ? {} : { newTemplatesEnviados: templates }),
    },
    timerSignals: [],
    timer: null,
    reminders: [],
    artifacts: [],
    handoff: null,
    closesSession: false,
    next: null,
  };
}

/** `isSameMode`: nothing has moved the session on meanwhile; else its mode, pack and timer are what came since. */
export function partAfterYes(decision: Decision, isSameMode: boolean): Decision {
  const before = partBeforeYes(decision);
  const said = new Set(before.stateUpdates.newTemplatesEnviados);
  const { newMode, newPackSeleccionado, newPendientes, newTemplatesEnviados } = decision.stateUpdates;
  return {
    ...decision,
    messages: decision.messages.filter(({ claimsNothing }) => claimsNothing !== true),
    stateUpdates: {
      ...(newTemplatesEnviados === undefined
        ? {}
        : { newTemplatesEnviados: newTemplatesEnviados.filter((id) => !said.has(id)) }),
      ...(isSameMode && newMode !== undefined ? { newMode } : {}),
      ...(isSameMode && newPackSeleccionado !== undefined ? { newPackSeleccionado } : {}),
      ...(isSameMode && newPendientes !== undefined ? { newPendientes } : {}),
    },
    ...(isSameMode ? {} : { timerSignals: [], timer: null }),
    // Counted when it was asked.
    totalTokens: 0,
  };
}

/** A decision of the runtime's own: nothing of it was any agent's. */
export function plainDecision(why: string, parts: Partial<Pick<Decision, "messages" | "tools">> = {}): Decision {
  return {
    messages: [],
    intentInfo: null,
    stateUpdates: {},
    tools: [],
    handoff: null,
    closesSession: false,
    totalTokens: 0,
    why: [why],
    ...parts,
  };
}
