import type { Session } from "../../core/agent/session.ts";

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
