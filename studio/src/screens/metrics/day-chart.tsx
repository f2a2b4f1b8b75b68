import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "../../text/use-text.ts";
import { useLocale } from "../../ui/values/locale.ts";

interface Series {
  readonly name: string;
  /** A Tailwind `fill-…`; `dot` is the same colour as `bg-…`, for the legend. */
  readonly fill: string;
  readonly dot: string;
  readonly values: readonly number[];
}

interface DayChartProps {
  readonly title: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}

const HEIGHT = 180;

/** The next even round number above the highest bar, so that half of it is round too. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([2, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** The width that the page leaves, so that letters in the chart are as large as all others. */
function useWidth() {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(200, entry?.contentRect.width ?? 0)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

/**
 * Bars by day as plain SVG: they take the theme's colours, scale with the page and need no library.
 * A table below has the numbers, for people who do not see the bars.
 */
export function DayChart({ title, days, series, format }: DayChartProps) {
  const text = useText("metrics");
  const locale = useLocale();
  const { box, width } = useWidth();
  const [pointed, setPointed] = useState<number | null>(null);
  const highest = Math.max(...series.flatMap(({ values }) => values), 0);
  // Nothing has no scale: an amount beside empty lines would be a made-up one.
  const isEmpty = highest === 0;
  const top = isEmpty ? 1 : roundUp(highest);
  const slot = width / days.length;
  const bar = Math.max(1, Math.min(26, (slot * 0.68) / series.length));
  const nameOf = (day: string, style: Intl.DateTimeFormatOptions) =>
    new Date(`${day}T12:00:00Z`).toLocaleDateString(locale, { timeZone: "UTC", ...style });
  const labelled = Math.ceil((days.length * 58) / width);
  const shown = pointed === null ? null : days[pointed];
  return (
    <figure ref={box} class="flex flex-col gap-3 px-4 pt-3 pb-4">
      <figcaption class="flex min-h-5 flex-wrap items-center justify-between gap-x-4 text-xs text-muted">
        <span class="flex flex-wrap gap-x-4">
          {series.map(({ name, dot, values }) => (
            <span key={name} class="flex items-center gap-1.5">
              <span aria-hidden="true" class={`size-2 rounded-full ${dot}`} />
              {name}
              {pointed !== null && <b class="font-semibold text-ink">{format(values[pointed] ?? 0)}</b>}
            </span>
          ))}
        </span>
        <span>
          {shown === null || shown === undefined
            ? ""
            : nameOf(shown, { weekday: "short", day: "numeric", month: "long" })}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT + 22}`}
        role="img"
        aria-label={text.chartOf(title)}
        width={width}
        height={HEIGHT + 22}
        class="overflow-visible"
        onPointerLeave={() => setPointed(null)}
        onPointerMove={(event) => {
          const { left } = event.currentTarget.getBoundingClientRect();
          const at = Math.floor(((event.clientX - left) / width) * days.length);
          setPointed(at >= 0 && at < days.length ? at : null);
        }}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1={0} x2={width} y1={HEIGHT * (1 - share)} y2={HEIGHT * (1 - share)} class="stroke-line" />
            {share > 0 && !isEmpty && (
              <text x={0} y={HEIGHT * (1 - share) - 5} class="fill-muted text-2xs">
                {format(top * share)}
              </text>
            )}
          </g>
        ))}
        {isEmpty && (
          <text x={width / 2} y={HEIGHT / 2 - 10} text-anchor="middle" class="fill-muted text-xs">
            {text.chartEmpty}
          </text>
        )}
        {days.map((day, index) => (
          <g key={day} opacity={pointed === null || pointed === index ? 1 : 0.45}>
            {series.map(({ name, fill, values }, place) => {
              const height = ((values[index] ?? 0) / top) * HEIGHT;
              const x = slot * (index + 0.5) + (place - series.length / 2) * bar;
              return (
                <rect
                  key={name}
                  x={x}
                  y={HEIGHT - height}
                  width={Math.max(1, bar - 2)}
                  height={height}
                  rx={Math.min(3, bar / 3)}
                  class={fill}
                />
              );
            })}
            {index % labelled === 0 && (
              <text x={slot * (index + 0.5)} y={HEIGHT + 17} text-anchor="middle" class="fill-muted text-2xs">
                {nameOf(day, { day: "numeric", month: "short" })}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details class="text-xs">
        <summary class="w-fit rounded-sm text-muted hover:text-ink">{text.showTable}</summary>
        <table class="mt-2 w-full max-w-lg">
          <thead>
            <tr class="text-left text-muted">
              <th scope="col" class="py-1 font-medium">
                {text.day}
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" class="py-1 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day} class="border-t border-line">
                <th scope="row" class="py-1 text-left font-normal">
                  {nameOf(day, { day: "numeric", month: "long" })}
                </th>
                {series.map(({ name, values }) => (
                  <td key={name} class="py-1 text-right">
                    {format(values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
