import type { Session } from "../../core/agent/session.ts";
import type { ConversationState } from "../../core/conversation/conversation-state.ts";

/** What a person may change in a conversation in memory. */
export interface SandboxEdit {
  readonly session?: Partial<
    Pick<
      Session,
      "mode" | "status" | "datosCapturados" | "packSeleccionado" | "intentsVistos" | "templatesEnviados" | "pendientes"
    >
  >;
  readonly known?: Readonly<Record<string, string>>;
  readonly isBotOn?: boolean;
}

/** `former` is the session that the person saw: the active one, or the last. */
export function applyEdit(
  state: ConversationState,
  { session, known, isBotOn }: SandboxEdit,
  { former, now }: { readonly former: Session; readonly now: Date },
): ConversationState {
  return {
    ...state,
    session: session === undefined ? state.session : { ...former, ...session, version: former.version + 1 },
    sessionWrittenAt: now,
    knownData: known ?? state.knownData,
    gate: { ...state.gate, botEnabled: isBotOn ?? state.gate.botEnabled },
  };
}
