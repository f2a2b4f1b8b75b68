import type { Decision } from "../../core/agent/agent.ts";

/** A question of ours that waits for the customer's words, kept as the session's mode. */
export const FREE = "libre";
export const ASKS_TIME = "falta_hora";
export const ASKS_SUBJECT = "falta_asunto";
export const ASKS_NEW_TIME = "falta_nueva_hora";
export const ASKS_EXPENSE = "falta_gasto";

/** The agent's own notes: what is known already of the thing that is asked about, and the key that was spoken of last. */
export const SUBJECT = "_subject";
export const AMOUNT = "_amount";
export const CATEGORY = "_category";
export const LAST = "_last";

/** The agent stops waiting for an answer. */
export function free(decision: Decision): Decision {
  const clearedDatos = [SUBJECT, AMOUNT, CATEGORY];
  return { ...decision, stateUpdates: { ...decision.stateUpdates, newMode: FREE, clearedDatos } };
}

export function asks(decision: Decision, mode: string, data: Readonly<Record<string, string>>): Decision {
  return { ...decision, stateUpdates: { newMode: mode, newDatosCapturados: data } };
}
