import { useSession } from "../../api/session.tsx";
import type { Money } from "../../api/types.ts";
import { useApi } from "../../api/use-api.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { csvOf } from "../../ui/csv.ts";
import { download } from "../../ui/download.ts";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { plainAmount } from "../../ui/values/amount.ts";
import { useMoney } from "../../ui/values/money.ts";
import { useNumbers } from "../../ui/values/number.ts";
import { DayChart } from "./day-chart.tsx";
import { useHourNames } from "./hour-names.ts";
import { HoursMap } from "./hours-map.tsx";
import { inOrderOfSale } from "./insight.ts";
import { SalesFunnel } from "./sales-funnel.tsx";
import { SalesTotals } from "./sales-totals.tsx";

interface SalesProps {
  readonly from: string;
  readonly to: string;
}

/** What was sold, against the days before, where customers stop, when they write, and what it cost. */
export function Sales({ from, to }: SalesProps) {
  const text = useText("money");
  const numbers = useNumbers();
  const answer = useApi<Money>("/internal/agent/metrics/money", { query: { from, to } });
  const { data } = answer;
  if (data === undefined) {
    return (
      <div class="pt-5">
        <AnswerPending answer={answer} rows={4} />
      </div>
    );
  }
  return (
    <section aria-label={text.title} class="flex flex-col gap-4 pt-5">
      <SalesTotals money={data} />
      <div class="grid items-start gap-4 *:min-w-0 xl:grid-cols-[3fr_2fr]">
        <Days money={data} />
        <SalesFunnel money={data} />
        <Ranking
          title={text.products}
          lines={data.products.map(({ name, qty, sales }) => ({
            name,
            sales,
            about: text.units(qty, numbers.count(qty)),
          }))}
        />
        <Ranking
          title={text.cities}
          lines={data.cities.map(({ city, sales, orders }) => ({
            name: city ?? text.noCity,
            sales,
            about: text.orders(orders, numbers.count(orders)),
          }))}
        />
      </div>
      <HoursMap hours={data.hours} />
    </section>
  );
}

function Days({ money }: { readonly money: Money }) {
  const text = useText("money");
  const pesos = useMoney(null);
  const codes = useCodes();
  const modes = Object.keys(useText("codes"));
  const { dayName, hourName } = useHourNames();
  const {
    currency: { decimals },
    locale,
  } = useSession();
  const { days } = money;
  const save = () => {
    const { before, total, products, cities, funnel, hours, currency } = money;
    const line = (what: string, name: string, sales: number, count: number) => [
      ...[what, name, plainAmount(sales, decimals, locale), String(count), currency],
    ];
    const rows = [
      text.csvHeads.split(","),
      line(text.csvTotal, "", total.sales, total.orders),
      line(text.before, "", before.sales, before.orders),
      ...days.map(({ day, sales, orders }) => line(text.csvDay, day, sales, orders)),
      ...products.map(({ name, sales, qty }) => line(text.csvProduct, name, sales, qty)),
      ...cities.map(({ city, sales, orders }) => line(text.csvCity, city ?? text.noCity, sales, orders)),
      ...inOrderOfSale(funnel, modes).map(({ mode, sessions }) => [
        text.csvStage,
        codes.mode(mode),
        "",
        String(sessions),
        "",
      ]),
      ...hours.map(({ weekday, hour, messages }) => [
        ...[text.csvHour, `${dayName(weekday, "long")}, ${hourName(hour)}`, "", String(messages), ""],
      ]),
    ];
    download(`ventas-${money.from}-${money.to}.csv`, csvOf(rows, locale));
  };
  return (
    <Panel
      title={text.byDay}
      actions={
        <Button small icon="download" onClick={save}>
          {text.export}
        </Button>
      }
    >
      <DayChart
        title={text.byDay}
        days={days.map(({ day }) => day)}
        format={pesos}
        series={[{ name: text.sold, fill: "fill-good", dot: "bg-good", values: days.map(({ sales }) => sales) }]}
      />
    </Panel>
  );
}

interface RankingProps {
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly sales: number; readonly about: string }[];
}

function Ranking({ title, lines }: RankingProps) {
  const text = useText("money");
  const pesos = useMoney(null);
  return (
    <Panel title={title}>
      {lines.length === 0 && <p class="px-4 py-3 text-sm text-muted">{text.nothing}</p>}
      <ul class="flex flex-col gap-2 px-4 py-3 text-sm empty:hidden">
        {lines.map(({ name, sales, about }) => (
          <li key={name} class="flex justify-between gap-4">
            <span class="min-w-0">
              {name} <span class="text-xs whitespace-nowrap text-muted">{about}</span>
            </span>
            <span class="shrink-0 font-semibold">{pesos(sales)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
