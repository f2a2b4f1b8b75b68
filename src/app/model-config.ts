import { resolve } from "node:path";
import { type Environment, readVariable } from "../core/environment.ts";
import { RecadoError } from "../core/errors.ts";
import type { CostCaps } from "../core/model/cost-caps.ts";
import { DEFAULT_TOKEN_LIMIT } from "../core/model/token-budget.ts";
import type { ModelPurpose } from "../core/ports/model/turn-model.ts";
import { badValue, wholeNumber } from "./read-variable.ts";

/**
 * The engine that reads what customers write: `local` only our own rules and the trained model;
 * `cascade` those first, and a language model when they are unsure.
 */
export const ENGINES = ["local", "cascade"] as const;
export type Engine = (typeof ENGINES)[number];

/** Which models are asked, and how much of it there may be. */
export interface ModelConfig {
  readonly models: Readonly<Record<ModelPurpose, string>>;
  /** null: no model replaces one that is down. */
  readonly fallbackModel: string | null;
  /** Tokens of one session. */
  readonly tokenLimit: number;
  /** Absolute; prices of one's own. Null: those that ship. */
  readonly pricesFile: string | null;
  /** Requirement R10. */
  readonly caps: CostCaps;
}

export const MODEL_NAMES = [
  "RECADO_DETECTOR_MODEL",
  "RECADO_ORCHESTRATOR_MODEL",
  "RECADO_FALLBACK_MODEL",
  "RECADO_TOKEN_BUDGET",
  "RECADO_DAILY_COST_USD",
  "RECADO_MONTHLY_COST_USD",
  "RECADO_CONVERSATION_DAILY_COST_USD",
  "RECADO_MODEL_PRICES",
] as const;

const DETECTOR_MODEL = "claude-haiku-5-5";
const ORCHESTRATOR_MODEL = "claude-sonnet-5-5";
const DAILY_COST_USD = 3;
const MONTHLY_COST_USD = 90;
const CONVERSATION_DAILY_COST_USD = 0.5;

/**
 * With a model the engine is `cascade`, unless it is set otherwise; without one it can only be
 * `local`.
 */
export function readEngine(env: Environment, canAsk: boolean): Engine {
  const value = readVariable(env, "RECADO_ENGINE");
  const fallback = canAsk ? "cascade" : "local";
  if (value === null) return fallback;
  const engine = ENGINES.find((candidate) => candidate === value);
  if (engine === undefined) {
    throw badValue("RECADO_ENGINE", value, `one of ${ENGINES.join(", ")}`, `unset it for ${fallback}`);
  }
  if (engine === "cascade" && !canAsk) {
    throw new RecadoError(
      "bad_environment",
      'RECADO_ENGINE is "cascade", and there is no model to ask: set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL for a server of your own that speaks the Messages API, or RECADO_MODEL_URL for one that speaks OpenAI\'s chat completions, or unset RECADO_ENGINE for local.',
    );
  }
  return engine;
}

export function readModelConfig(
  env: Environment,
  cwd: string,
  { needsNames }: { readonly needsNames: boolean },
): ModelConfig {
  const pricesFile = readVariable(env, "RECADO_MODEL_PRICES");
  const own = {
    detector: modelName(env, "RECADO_DETECTOR_MODEL"),
    orchestrator: modelName(env, "RECADO_ORCHESTRATOR_MODEL"),
  };
  // The defaults are names of Claude's: no other server has them.
  if (needsNames && (own.detector === null || own.orchestrator === null)) {
    const missing = own.detector === null ? "RECADO_DETECTOR_MODEL" : "RECADO_ORCHESTRATOR_MODEL";
    throw new RecadoError(
      "bad_environment",
      `${missing} is not set, and the server of RECADO_MODEL_URL or RECADO_MODEL_API_KEY has no default model: set RECADO_DETECTOR_MODEL and RECADO_ORCHESTRATOR_MODEL to names that it knows; they may be the same.`,
    );
  }
  const detector = own.detector ?? DETECTOR_MODEL;
  return {
    models: {
      detector,
      orchestrator: own.orchestrator ?? ORCHESTRATOR_MODEL,
      // The cheap model rewords repeated texts.
      writer: detector,
    },
    fallbackModel: modelName(env, "RECADO_FALLBACK_MODEL"),
    tokenLimit: wholeNumber(env, "RECADO_TOKEN_BUDGET", {
      least: 2_000,
      most: 100_000_000,
      fallback: DEFAULT_TOKEN_LIMIT,
    }),
    pricesFile: pricesFile === null ? null : resolve(cwd, pricesFile),
    caps: {
      dayMicroUsd: microUsd(env, "RECADO_DAILY_COST_USD", DAILY_COST_USD),
      monthMicroUsd: microUsd(env, "RECADO_MONTHLY_COST_USD", MONTHLY_COST_USD),
      conversationDayMicroUsd: microUsd(env, "RECADO_CONVERSATION_DAILY_COST_USD", CONVERSATION_DAILY_COST_USD),
      areExplicit: ["RECADO_DAILY_COST_USD", "RECADO_MONTHLY_COST_USD", "RECADO_CONVERSATION_DAILY_COST_USD"].some(
        (name) => readVariable(env, name) !== null,
      ),
    },
  };
}

/** Settings for a model that is never asked. */
export function idleModelNames(env: Environment): string[] {
  return MODEL_NAMES.filter((name) => readVariable(env, name) !== null).map(
    (name) =>
      `${name} does nothing without a model: set ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL or RECADO_MODEL_URL, and leave RECADO_ENGINE unset.`,
  );
}

function modelName(env: Environment, name: string): string | null {
  const value = readVariable(env, name);
  if (value === null || /^[\w.:@/-]{1,120}$/.test(value)) return value;
  throw badValue(name, value, "the name of a model, as its provider writes it", "unset it for the default");
}

function microUsd(env: Environment, name: string, fallback: number): number {
  const value = readVariable(env, name);
  if (value === null) return fallback * 1e6;
  const usd = /^\d{1,6}(\.\d{1,4})?$/.test(value) ? Number(value) : Number.NaN;
  if (usd >= 0.01) return Math.round(usd * 1e6);
  throw badValue(
    name,
    value,
    "an amount in US dollars from 0.01 to 999999, such as 3 or 0.50,",
    `unset it for ${fallback}`,
  );
}
