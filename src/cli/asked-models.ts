import { loadConfig } from "../app/load-config.ts";
import { connectModel } from "../app/model-server.ts";
import { RecadoError } from "../core/errors.ts";
import type { CastModel } from "./play-cast.ts";

export interface AskedModels extends CastModel {
  readonly names: { readonly orchestrator: string; readonly detector: string };
}

/** The models that the environment names; null when it names none. */
export function modelsOfEnvironment(): AskedModels | null {
  const { engine, modelServer, models } = loadConfig();
  if (engine === "local") return null;
  return {
    model: connectModel(modelServer),
    models: models.models,
    tokenLimit: models.tokenLimit,
    names: models.models,
  };
}

/** The same where a model must be there. `otherwise`: what to do without one, in the words of a command. */
export function requireModels(otherwise: string): AskedModels {
  const asked = modelsOfEnvironment();
  if (asked !== null) return asked;
  throw new RecadoError(
    "request_invalid",
    `There is no model to ask: set ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL or RECADO_MODEL_URL, or ${otherwise}.`,
  );
}
