import type { Session } from "./session.ts";

/** A session as it begins: nothing is said and nothing is known. */
export function newSession(of: Pick<Session, "id" | "agentId" | "mode">): Session {
  return {
    ...of,
    status: "active",
    version: 0,
    intentsVistos: [],
    templatesEnviados: [],
    datosCapturados: {},
    packSeleccionado: null,
    ingestStatus: null,
    pendientes: [],
  };
}
