import { useState } from "preact/hooks";
import { useSearchParams } from "wouter-preact";
import { useSession } from "../../api/session.tsx";
import type { Insight } from "../../api/types.ts";
import { useApi } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Field, Input } from "../../ui/fields/field.tsx";
import { Panel, Screen } from "../../ui/screen.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { useNumbers } from "../../ui/values/number.ts";
import { DayChart } from "./day-chart.tsx";
import { daysOf, isRange, RANGES, today } from "./insight.ts";
import { RunStatuses } from "./run-statuses.tsx";
import { Sales } from "./sales.tsx";
import { Speed } from "./speed.tsx";

export default function Metrics() {
  const text = useText("metrics");
  const money = useText("money");
  const { timeZone } = useSession();
  const [search, setSearch] = useSearchParams();
  const range = RANGES.find((name) => name === search.get("range")) ?? "week";
  const { from, to } =
    range === "custom"
      ? { from: search.get("from") ?? daysOf("week", timeZone).from, to: search.get("to") ?? today(timeZone) }
      : daysOf(range, timeZone);
  const isValid = isRange(from, to);
  const { data, error, refetch } = useApi<Insight>("/internal/agent/metrics", {
    query: { from, to },
    enabled: isValid,
  });
  const change = (days: { from?: string; to?: string }) =>
    setSearch({ range: "custom", from, to, ...days }, { replace: true });
  return (
    <Screen title={text.title} about={text.about}>
      <div class="flex flex-wrap items-end justify-between gap-4">
        <div class="min-w-0">
          <Tabs
            label={text.ranges}
            chosen={range}
            onChoose={(name) =>
              setSearch(name === "custom" ? { range: name, from, to } : name === "week" ? {} : { range: name }, {
                replace: true,
              })
            }
            tabs={RANGES.map((name) => ({ name, label: text[name] }))}
          />
        </div>
        {range === "custom" && (
          <div class="flex flex-wrap gap-3">
            <Day label={text.from} value={from} onChange={(day) => change({ from: day })} />
            <Day label={text.to} value={to} onChange={(day) => change({ to: day })} />
          </div>
        )}
      </div>
      {!isValid && (
        <p role="alert" class="pt-6 text-sm text-bad">
          {text.badRange}
        </p>
      )}
      {isValid && <Sales from={from} to={to} />}
      {isValid && <h2 class="pt-8 text-lg font-semibold">{money.agent}</h2>}
      {isValid && data === undefined && error !== null && <ErrorState error={error} onRetry={refetch} />}
      {isValid && data === undefined && error === null && (
        <div aria-busy="true" class="grid grid-cols-2 gap-3 pt-5 md:grid-cols-4">
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} class="h-24" />
          ))}
        </div>
      )}
      {isValid && data !== undefined && <Numbers insight={data} />}
    </Screen>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

function Day({ label, value, onChange }: DayProps) {
  const { timeZone } = useSession();
  const [typed, setTyped] = useState(value);
  return (
    <Field label={label}>
      {(wiring) => (
        <Input
          {...wiring}
          type="date"
          max={today(timeZone)}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            if (event.currentTarget.value !== "") onChange(event.currentTarget.value);
          }}
        />
      )}
    </Field>
  );
}

function Numbers({ insight }: { readonly insight: Insight }) {
  const text = useText("metrics");
  const numbers = useNumbers();
  const isTechnical = useTechnical();
  const { total, days } = insight;
  const names = days.map(({ day }) => day);
  return (
    <div class="flex flex-col gap-4 pt-5">
      <dl class="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
        <Figure
          name={text.conversations}
          value={total.conversations}
          format={numbers.count}
          about={text.conversationsAbout}
        />
        <Figure name={text.orders} value={total.orders} format={numbers.count} />
        <Figure name={text.conversion} value={total.conversion} format={numbers.percent} about={text.conversionAbout} />
        <Figure name={text.handoffs} value={total.handoffs} format={numbers.count} />
        <Figure name={text.resolvedAlone} value={total.resolvedAlone} format={numbers.percent} />
        {isTechnical && (
          <Figure
            name={text.tokensPerConversation}
            value={total.tokensPerConversation}
            format={numbers.count}
            about={text.inTotal(numbers.count(total.tokens))}
          />
        )}
        <Figure
          name={text.costPerConversation}
          value={total.costUsdPerConversation}
          format={numbers.usd}
          about={
            total.unpricedTokens > 0
              ? text.unpriced(numbers.count(total.unpricedTokens))
              : text.inTotal(numbers.usd(total.costUsd))
          }
        />
        {isTechnical && <Figure name={text.tokensPerOrder} value={total.tokensPerOrder} format={numbers.count} />}
        <Figure name={text.costPerOrder} value={total.costUsdPerOrder} format={numbers.usd} />
      </dl>
      <div class="grid gap-4 *:min-w-0 xl:grid-cols-[3fr_2fr]">
        <Panel title={text.byDay}>
          <DayChart
            title={text.byDay}
            days={names}
            format={numbers.count}
            series={[
              ["conversations", "fill-accent", "bg-accent"] as const,
              ["orders", "fill-good", "bg-good"] as const,
              ["handoffs", "fill-warn", "bg-warn"] as const,
            ].map(([key, fill, dot]) => ({ name: text[key], fill, dot, values: days.map((day) => day[key]) }))}
          />
        </Panel>
        <Panel title={text.costByDay}>
          <DayChart
            title={text.costByDay}
            days={names}
            format={numbers.usd}
            series={[
              { name: text.cost, fill: "fill-calm", dot: "bg-calm", values: days.map(({ costUsd }) => costUsd) },
            ]}
          />
        </Panel>
      </div>
      <Speed insight={insight} />
      {isTechnical && <RunStatuses counts={insight.runsByStatus} />}
    </div>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: number | null;
  readonly format: (value: number) => string;
  readonly about?: string;
}

function Figure({ name, value, format, about }: FigureProps) {
  const frame = useText("frame");
  return (
    <div class="flex flex-col rounded-lg border border-line bg-surface px-4 py-3.5 shadow-card">
      <dt class="text-xs text-muted">{name}</dt>
      <dd class="mt-1 text-2xl font-semibold">{value === null ? frame.none : format(value)}</dd>
      {about !== undefined && <dd class="mt-auto pt-1 text-xs text-pretty text-muted">{about}</dd>}
    </div>
  );
}
