import type { SandboxEngine } from "../../core/answers/lab/sandbox.ts";
import { RecadoError } from "../../core/errors.ts";
import type { Model } from "../../core/ports/model/model.ts";

/** Refuses an engine that asks a model where there is none. A model that is down is not asked. */
export function requireEngine(engine: SandboxEngine | undefined, model: Model | null, isModelDown = false): void {
  if (engine !== "cascade" || model !== null || isModelDown) return;
  throw new RecadoError(
    "request_invalid",
    "engine: there is no language model to ask here: set ANTHROPIC_API_KEY or RECADO_MODEL_URL for the server, or use the engine local.",
  );
}
