import type { Decision } from "../core/agent.ts";
import type { Session } from "../core/session.ts";

/** The session after a decision: what the runtime writes, in memory. */
export function nextSession(session: Session, decision: Decision, now: Date): Session {
  const { stateUpdates } = decision;
  const cleared = new Set(stateUpdates.clearedDatos ?? []);
  const kept = Object.entries(session.datosCapturados).filter(([name]) => !cleared.has(name));
  return {
    ...session,
    version: session.version + 1,
    status: decision.handoff !== null ? "handed_off" : decision.closesSession ? "closed" : session.status,
    mode: stateUpdates.newMode ?? session.mode,
    intentsVistos: [
      ...session.intentsVistos,
      ...(stateUpdates.newIntentsVistos ?? []).map((intent, index) => ({
        intent,
        orden: session.intentsVistos.length + index + 1,
        timestamp: now.toISOString(),
      })),
    ],
    templatesEnviados: [...session.templatesEnviados, ...(stateUpdates.newTemplatesEnviados ?? [])],
    datosCapturados: { ...Object.fromEntries(kept), ...stateUpdates.newDatosCapturados },
    packSeleccionado:
      stateUpdates.newPackSeleccionado === undefined ? session.packSeleccionado : stateUpdates.newPackSeleccionado,
    ingestStatus: stateUpdates.newIngestStatus ?? session.ingestStatus ?? null,
    pendientes: stateUpdates.newPendientes ?? session.pendientes ?? [],
  };
}
