import { errorText } from "../core/errors.ts";
import type { PhoneNumberId } from "../core/ids.ts";
import { isForPerson } from "../core/model/circuit.ts";
import { type CostCaps, type CostLevel, costLevel, isEmergencyLevel, type Spent } from "../core/model/cost-caps.ts";
import type { NewAlert } from "../core/operations/alert.ts";
import type { Alerts } from "../core/ports/desk/alerts.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { ModelFailure } from "../core/ports/model/model.ts";

/** Kinds of alerts about one model, whose name is the subject. */
const KEY_REFUSED = "model_key_refused";
const CREDIT_SPENT = "model_credit_spent";
const MODEL_UNKNOWN = "model_unknown";
const PRICE_UNKNOWN = "model_price_unknown";
const OF_A_MODEL = [KEY_REFUSED, CREDIT_SPENT, MODEL_UNKNOWN, PRICE_UNKNOWN];

/** Kinds of alerts about the cost of all models. */
const COSTS = { day: "model_cost_of_the_day", month: "model_cost_of_the_month" } as const;
type Period = keyof typeof COSTS;

/**
 * How long a process believes its own report that a model is well. Another process may have raised
 * an alert meanwhile.
 */
const SAID_FOR_MS = 60_000;

/**
 * Tells people about faults that only a person can repair, and takes the alert back once they are
 * repaired. Runs in the background.
 */
export interface ModelAlerts {
  failed(model: string, failure: ModelFailure, number: PhoneNumberId | null): void;
  answered(model: string, number: PhoneNumberId | null): void;
  priceUnknown(model: string, number: PhoneNumberId | null): void;
  /** Called after each call; `isRefused` when a cap has stopped the next one. */
  spent(spent: Spent, number: PhoneNumberId | null, isRefused?: boolean): void;
}

interface ModelAlertDependencies {
  readonly alerts: Pick<Alerts, "raise" | "clear">;
  readonly caps: CostCaps;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly monotonicMs: () => number;
}

export function createModelAlerts({ alerts, caps, newId, logger, monotonicMs }: ModelAlertDependencies): ModelAlerts {
  const wellSinceMs = new Map<string, number>();
  const withoutPrice = new Set<string>();
  const told = new Map<Period, CostLevel>();
  const inBackground = (work: Promise<void>) => {
    work.catch((error: unknown) => logger.error({ error: errorText(error) }, "an alert about models was not written"));
  };
  const raise = (alert: NewAlert) => inBackground(alerts.raise([alert], newId));
  const clear = (kinds: readonly string[], subject: string, phoneNumberId: PhoneNumberId | null) =>
    inBackground(alerts.clear([{ kinds, subject, phoneNumberId }]));

  function tellCost(period: Period, level: CostLevel, spent: number, number: PhoneNumberId | null): void {
    const before = told.get(period);
    if (level === before) return;
    told.set(period, level);
    // A lower level means a new day or a higher cap. A process that has just started does not know
    // the alerts before it.
    if (level === 0 || (before !== undefined && level < before)) clear([COSTS[period]], "", number);
    if (level === 0) return;
    const capMicroUsd = period === "day" ? caps.dayMicroUsd : caps.monthMicroUsd;
    raise({
      kind: COSTS[period],
      subject: "",
      severity: isEmergencyLevel(level) ? "critical" : "warning",
      phoneNumberId: number,
      detail: {
        spentUsd: spent / 1e6,
        capUsd: capMicroUsd / 1e6,
        share: level,
        wayOut: `Until the ${period} is over no model is asked beyond the cap: agents answer with their own rules. RECADO_${
          period === "day" ? "DAILY" : "MONTHLY"
        }_COST_USD sets another cap.`,
      },
    });
  }

  return {
    failed(model, failure, number) {
      if (!isForPerson(failure)) return;
      wellSinceMs.delete(model);
      const { code, httpStatus } = failure;
      const { kind, wayOut } = troubleOf(failure);
      raise({
        kind,
        subject: model,
        severity: "critical",
        phoneNumberId: number,
        detail: { model, code, httpStatus, wayOut },
      });
    },
    answered(model, number) {
      const since = wellSinceMs.get(model);
      if (since !== undefined && monotonicMs() - since < SAID_FOR_MS) return;
      wellSinceMs.set(model, monotonicMs());
      clear(OF_A_MODEL, model, number);
    },
    priceUnknown(model, number) {
      if (withoutPrice.has(model)) return;
      withoutPrice.add(model);
      raise({
        kind: PRICE_UNKNOWN,
        subject: model,
        severity: "warning",
        phoneNumberId: number,
        detail: {
          model,
          wayOut:
            "It is not asked, because a cap in money was set and its cost is unknown: choose a model with a known price, or unset RECADO_DAILY_COST_USD, RECADO_MONTHLY_COST_USD and RECADO_CONVERSATION_DAILY_COST_USD.",
        },
      });
    },
    spent({ dayMicroUsd, monthMicroUsd }, number, isRefused = false) {
      const day = costLevel(dayMicroUsd, caps.dayMicroUsd);
      const month = costLevel(monthMicroUsd, caps.monthMicroUsd);
      const isOfTheMonth = monthMicroUsd / caps.monthMicroUsd > dayMicroUsd / caps.dayMicroUsd;
      tellCost("day", isRefused && !isOfTheMonth ? 1 : day, dayMicroUsd, number);
      tellCost("month", isRefused && isOfTheMonth ? 1 : month, monthMicroUsd, number);
    },
  };
}

function troubleOf({ kind, httpStatus }: ModelFailure): { kind: string; wayOut: string } {
  if (kind === "spend") {
    return {
      kind: CREDIT_SPENT,
      wayOut: "Quota or credit is used up: raise the limit, or buy credit, at the provider.",
    };
  }
  if (httpStatus === 404) {
    return { kind: MODEL_UNKNOWN, wayOut: "The provider has no such model: put right the name in the environment." };
  }
  return {
    kind: KEY_REFUSED,
    wayOut:
      "The provider refuses the key: put a valid one into the environment (ANTHROPIC_API_KEY or RECADO_MODEL_API_KEY).",
  };
}
