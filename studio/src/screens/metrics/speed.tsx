import type { Insight } from "../../api/types.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/screen.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { useNumbers } from "../../ui/values/number.ts";
import { duration } from "../../ui/values/time.tsx";

type Latency = Insight["latencies"][number];

const ROW =
  "grid grid-cols-[1fr_auto] items-center gap-x-5 gap-y-2 border-t border-line px-4 py-3 text-sm md:grid-cols-[13rem_1fr_auto_8rem]";

/** Shows how long answers took, against their targets. */
export function Speed({ insight }: { readonly insight: Insight }) {
  const text = useText("metrics");
  const numbers = useNumbers();
  const isTechnical = useTechnical();
  const { latencies, measuredRuns, unmeasured } = insight;
  return (
    <Panel title={text.speed}>
      <p class="px-4 py-3 text-xs text-muted">
        {isTechnical ? text.speedAbout(numbers.count(measuredRuns)) : text.speedPlain(numbers.count(measuredRuns))}
      </p>
      {latencies.length === 0 && <p class="px-4 pb-4 text-sm text-soft">{text.nothingMeasured}</p>}
      {latencies
        .filter((one) =>
          isTechnical ? one.inputClass === null || one.of === "answer" : one.inputClass === null && one.of !== "queue",
        )
        .map((one) => (
          <LatencyRow key={`${one.of} ${one.inputClass}`} latency={one} />
        ))}
      {(isTechnical ? unmeasured : []).map(({ of, targetMs }) => (
        <div key={of} class={ROW}>
          <span class="text-soft">{text[of]}</span>
          <span class="text-xs text-muted max-md:order-1 max-md:col-span-2">{text.unmeasured}</span>
          <span class="text-right text-muted max-md:hidden">—</span>
          <span class="text-right text-xs text-muted">
            {text.target}: {duration(targetMs)}
          </span>
        </div>
      ))}
    </Panel>
  );
}

function LatencyRow({ latency }: { readonly latency: Latency }) {
  const text = useText("metrics");
  const frame = useText("frame");
  const numbers = useNumbers();
  const isTechnical = useTechnical();
  const { of, inputClass, runs, p50Ms, p95Ms, targetMs } = latency;
  const top = Math.max(targetMs ?? 0, p95Ms) * 1.12 || 1;
  const isMet = targetMs === null || p95Ms <= targetMs;
  return (
    <div class={ROW}>
      <span>
        {inputClass === null ? text[of] : text.ofClass(inputClass)}
        <span class="block text-xs text-muted">
          {of === "reply" ? text.replyAbout : `${numbers.count(runs)} ${text.runs}`}
        </span>
      </span>
      <span class="relative h-3 rounded-full bg-sunken max-md:order-1 max-md:col-span-2">
        <span
          class={`absolute inset-y-0 left-0 rounded-full ${isMet ? "bg-accent/35" : "bg-bad/40"}`}
          style={{ width: `${(p95Ms / top) * 100}%` }}
        />
        <span
          class={`absolute inset-y-0 left-0 rounded-full ${isMet ? "bg-accent" : "bg-bad"}`}
          style={{ width: `${(p50Ms / top) * 100}%` }}
        />
        {targetMs !== null && (
          <span class="absolute -inset-y-1 w-0.5 rounded-full bg-ink" style={{ left: `${(targetMs / top) * 100}%` }} />
        )}
      </span>
      <span class="text-right whitespace-nowrap">
        <b class="font-semibold">{duration(p50Ms)}</b>
        <span class="text-muted"> · {isTechnical ? `p95 ${duration(p95Ms)}` : text.atMost(duration(p95Ms))}</span>
      </span>
      <span class="text-right max-md:col-start-2 max-md:row-start-1">
        {targetMs === null ? (
          <span class="text-xs text-muted">{frame.none}</span>
        ) : (
          <Badge tone={isMet ? "good" : "bad"} title={isMet ? text.met : text.missed}>
            {text.target} {duration(targetMs)}
          </Badge>
        )}
      </span>
    </div>
  );
}
