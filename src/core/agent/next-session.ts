import type { Decision } from "./agent.ts";
import type { Session } from "./session.ts";

/** The session after a decision. The runtime writes it, the sandbox keeps it in memory: one function for both (A3). */
export function nextSession(session: Session, decision: Decision, now: Date): Session {
  const { stateUpdates } = decision;
  const cleared = new Set(stateUpdates.clearedDatos ?? []);
  const kept = Object.entries(session.datosCapturados).filter(([name]) => !cleared.has(name));
  return {
    ...session,
    version: session.version + 1,
    status: decision.handoff !== null ? "handed_off" : decision.closesSession ? "closed" : session.status,
    mode: stateUpdates.newMode ?? (decision.handoff === null ? session.mode : "handoff"),
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
