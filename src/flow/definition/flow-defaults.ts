import { DEFAULT_LOCALE } from "../../core/locale/locale.ts";
import { formatMoney } from "../../core/locale/money.ts";
import {
  type FlowDefinition,
  type Gate,
  type MediaPolicy,
  type ModePurposes,
  OPTIONAL_STEPS,
  PICKUP_STEPS,
  STEPS,
  type Step,
  type TransitionTable,
} from "./flow-definition.ts";
import type { ModelUse } from "./model-use.ts";
import type { TimerAction, TimerLevel } from "./timer-definition.ts";

/** The defaults of a shop, as most shops have them. */
type Optional =
  | "version"
  | "locale"
  | "gates"
  | "unknownIntent"
  | "pickup"
  | "formatPrice"
  | "placeholderPack"
  | "unconfirmedOrderValue"
  | "order"
  | "leadIns"
  | "handoff"
  | "onNoInterest"
  | "concerns"
  | "media"
  | "bands"
  | "lowConfidenceHandoff"
  | "limits"
  | "choice"
  | "questionsIn"
  | "knowledge"
  | "deliveryTime";

/** A shop as its author writes it. Steps and timers need only their differences. */
export type FlowOptions<Mode extends string = string> = Omit<
  FlowDefinition<Mode>,
  Optional | "steps" | "timers" | "model"
> &
  Partial<Pick<FlowDefinition<Mode>, Exclude<Optional, "media">>> & {
    readonly media?: Partial<MediaPolicy>;
    readonly steps?: Partial<FlowDefinition["steps"]>;
    readonly timers?: Partial<FlowDefinition["timers"]>;
    readonly model?: Partial<ModelUse>;
  };

/**
 * `{ inicio: ["charla"], … }` as a table of every mode against every mode. A mode without a row
 * does not compile.
 */
export function transitionTable<const Mode extends string>(
  leadsTo: Readonly<Record<Mode, readonly NoInfer<Mode>[]>>,
): TransitionTable<Mode> {
  const rows: Record<string, Record<string, boolean>> = {};
  for (const [from, targets] of Object.entries<readonly string[]>(leadsTo)) {
    rows[from] = Object.fromEntries([...new Set([...Object.keys(leadsTo), ...targets])].map((to) => [to, false]));
    for (const to of targets) rows[from][to] = true;
  }
  return rows as TransitionTable<Mode>;
}

/** How long each level waits, and what it does then (requirement A31). Seconds. */
export const STANDARD_TIMERS: FlowDefinition["timers"] = {
  L0: level("remind_data", 600, 60, 2),
  L1: level("list_missing", 360, 30, 2),
  L2: level("offer", 120, 10, 1),
  L3: level("order_without_pack", 600, 60, 2),
  L4: level("order_unconfirmed", 600, 60, 2),
  L5: level("retake", 90, 9, 1),
  L6: level("soft_retry", 360, 30, 2),
  L7: level("list_pickup_missing", 120, 10, 1),
  L8: level("offer", 120, 10, 1),
} satisfies Record<TimerLevel, unknown>;

function level(action: TimerAction, real: number, rapido: number, instantaneo: number) {
  return { action, seconds: { real, rapido, instantaneo } };
}

const STANDARD_MEDIA: MediaPolicy = {
  sticker: "standby_reply",
  image: "vision",
  audio: "transcribe",
  document: "vision",
};

/** Templates of the step's own name say it. */
const OWN_NAMES = Object.fromEntries(
  [...STEPS, ...PICKUP_STEPS, ...OPTIONAL_STEPS].map((step) => [step, step]),
) as Record<Step, string>;

/** Requirement A6. */
function standardGates({ offer, summary, confirmed }: ModePurposes<string>): Record<string, readonly Gate[]> {
  return {
    [offer]: ["critical_data"],
    [summary]: ["critical_data", "pack_chosen"],
    [confirmed]: ["critical_data", "pack_chosen", "summary_shown"],
  };
}

/** If there is a model, it helps when the reader is not sure. */
const STANDARD_MODEL: ModelUse = {
  engine: "cascade",
  calibration: [],
  paraphrases: true,
  comparesGist: true,
  orchestrator: null,
};

export function withDefaults(options: FlowOptions): FlowDefinition {
  const { locale = DEFAULT_LOCALE } = options;
  return {
    version: "1",
    gates: standardGates(options.purposes),
    unknownIntent: "fallback",
    pickup: null,
    knowledge: [],
    deliveryTime: () => null,
    locale,
    formatPrice: (amount) => formatMoney(amount, locale),
    placeholderPack: options.packs[0]?.id ?? "",
    unconfirmedOrderValue: "pack_price",
    order: { tags: [], stage: "NUEVO PEDIDO" },
    leadIns: [],
    handoff: { orderBlocked: options.unknownIntent ?? "fallback", orderChange: options.unknownIntent ?? "fallback" },
    onNoInterest: "close",
    concerns: {},
    bands: { act: 85, reanalyse: 60, clarify: 40 },
    lowConfidenceHandoff: null,
    choice: null,
    limits: { templates: 3, intents: 3 },
    questionsIn: () => [],
    ...withoutHoles(options),
    media: { ...STANDARD_MEDIA, ...options.media },
    steps: { ...OWN_NAMES, ...options.steps },
    timers: { ...STANDARD_TIMERS, ...options.timers },
    model: { ...STANDARD_MODEL, ...options.model },
  };
}

/** `{ pickup: undefined }` says nothing about a pickup. */
function withoutHoles(options: FlowOptions): FlowOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as typeof options;
}
