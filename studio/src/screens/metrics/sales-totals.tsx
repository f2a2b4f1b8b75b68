import { useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import type { Money } from "../../api/types.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/fields/field.tsx";
import { useReason } from "../../ui/states/error-state.tsx";
import { readAmount, writeAmount } from "../../ui/values/amount.ts";
import { useMoney } from "../../ui/values/money.ts";
import { useNumbers } from "../../ui/values/number.ts";
import { costOf, RATE_NAMES, type Rates, useRates } from "./rates.ts";

/** The five figures that an owner looks at first. */
export function SalesTotals({ money }: { readonly money: Money }) {
  const { total, before, pending, recovered, templates, modelMicroUsd } = money;
  const text = useText("money");
  const frame = useText("frame");
  const pesos = useMoney(null);
  const { currency } = useSession();
  const numbers = useNumbers();
  const { rates } = useRates();
  const mayPrice = useMay("administer");
  const [isPricing, setPricing] = useState(false);
  const change = before.sales === 0 ? null : (total.sales - before.sales) / before.sales;
  const orders = (count: number) => text.orders(count, numbers.count(count));
  const sent = templates.marketing + templates.utility + templates.authentication;
  const cost = costOf(money, rates);
  const figures = [
    {
      name: text.sold,
      value: pesos(total.sales),
      about: change === null ? text.noBefore : text.against(`${change > 0 ? "+" : ""}${numbers.percent(change)}`),
    },
    {
      name: text.average,
      value: total.priced === 0 ? frame.none : pesos(Math.round(total.sales / total.priced)),
      about:
        total.priced === total.orders
          ? orders(total.orders)
          : text.averageOf(
              orders(total.priced),
              total.orders - total.priced,
              numbers.count(total.orders - total.priced),
              pesos(0),
            ),
    },
    { name: text.recovered, value: pesos(recovered.sales), about: orders(recovered.orders) },
    { name: text.pending, value: pesos(pending.sales), about: orders(pending.orders) },
  ];
  return (
    <>
      <dl class="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
        {figures.map(({ name, value, about }) => (
          <div key={name} class="flex flex-col rounded-lg border border-line bg-surface px-4 py-3.5 shadow-card">
            <dt class="text-xs text-muted">{name}</dt>
            <dd class="mt-1 text-xl font-semibold">{value}</dd>
            <dd class="mt-auto pt-1 text-xs text-pretty text-muted">{about}</dd>
          </div>
        ))}
        <div class="flex flex-col rounded-lg border border-line bg-surface px-4 py-3.5 shadow-card max-md:col-span-2">
          <dt class="text-xs text-muted">{text.costs}</dt>
          <dd class="mt-1 text-xl font-semibold">
            {cost === null ? frame.none : pesos(Math.round(cost * 10 ** currency.decimals))}
          </dd>
          <dd class="pt-1 text-xs text-pretty text-muted">
            {text.costsInUsd(numbers.usd(modelMicroUsd / 1e6))} ·{" "}
            {text.templates(numbers.count(sent), numbers.count(templates.marketing))}
          </dd>
          <dd class="mt-auto pt-1 text-xs" hidden={!mayPrice || rates === null}>
            <button
              type="button"
              class="rounded-sm text-left font-medium text-accent hover:underline"
              onClick={() => setPricing(true)}
            >
              {text.rates}
            </button>
          </dd>
        </div>
      </dl>
      {isPricing && rates !== null && <RatesDialog rates={rates} onClose={() => setPricing(false)} />}
    </>
  );
}

function RatesDialog({ rates, onClose }: { readonly rates: Rates; readonly onClose: () => void }) {
  const text = useText("money");
  const frame = useText("frame");
  const { currency, locale } = useSession();
  const { keep, isPending, error } = useRates();
  const reason = useReason(error);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(
      RATE_NAMES.map((name) => [name, rates[name] === undefined ? "" : writeAmount(rates[name], locale)]),
    ),
  );
  const isWrong = (name: string) => (typed[name] ?? "").trim() !== "" && readAmount(typed[name] ?? "", locale) === null;
  const save = () =>
    keep(
      Object.fromEntries(
        RATE_NAMES.flatMap((name) => {
          const value = readAmount(typed[name] ?? "", locale);
          return value === null ? [] : [[name, value] as const];
        }),
      ),
      onClose,
    );
  return (
    <Dialog
      title={text.rates}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {frame.cancel}
          </Button>
          <Button look="primary" isBusy={isPending} disabled={RATE_NAMES.some(isWrong)} onClick={save}>
            {text.save}
          </Button>
        </>
      }
    >
      <p class="mb-4 text-sm text-pretty text-soft">{text.ratesText}</p>
      {error !== null && (
        <p role="alert" class="mb-3 text-sm text-bad">
          {reason}
        </p>
      )}
      <div class="grid grid-cols-2 gap-3">
        {RATE_NAMES.map((name) => (
          <Field
            key={name}
            label={`${text[name]} (${currency.code})`}
            error={isWrong(name) ? text.noAmount(writeAmount(4100.5, locale)) : null}
          >
            {(wiring) => (
              <Input
                {...wiring}
                inputMode="decimal"
                value={typed[name] ?? ""}
                onInput={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </Dialog>
  );
}
