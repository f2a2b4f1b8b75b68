/** `recado/engines`: who calls the workers, when it is not Recado itself. */
export type { ConversationKey } from "../core/ports/mailbox.ts";
export type { Wake, WakeEngine, Woken } from "../core/ports/wake-engine.ts";
export { type InngestClient, type InngestEngine, inngestEngine } from "../engines/inngest-engine.ts";
export { type LocalEngineOptions, localEngine } from "../engines/local-engine.ts";
export { type RestateEngineOptions, type RestateSdk, restateEngine } from "../engines/restate-engine.ts";
