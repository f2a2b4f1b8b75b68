import { knownText } from "../../text/known-text.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/screen.tsx";
import { useMoney } from "../../ui/values/money.ts";
import { duration } from "../../ui/values/time.tsx";
import type { Flow } from "./agent.ts";

/** The bands of confidence, the timers, the packs and the data that the agent asks for. */
export function Rules({ agentId, flow }: { readonly agentId: string; readonly flow: Flow }) {
  const text = useText("agents");
  const timers = useText("timers");
  const money = useMoney(agentId);
  const { act, reanalyse, clarify, lowConfidenceHandoff } = flow.thresholds;
  const bands = [
    [0, clarify, text.bandHandoff, "bg-bad-wash text-bad"],
    [clarify, reanalyse, text.bandClarify, "bg-warn-wash text-warn"],
    [reanalyse, act, text.bandReanalyse, "bg-calm-wash text-calm"],
    [act, 100, text.bandAct, "bg-good-wash text-good"],
  ] as const;
  return (
    <div class="grid gap-4 lg:grid-cols-2">
      <Panel title={text.bands} class="lg:col-span-2">
        <div class="px-4 py-4">
          <ol class="flex overflow-hidden rounded-md text-xs font-medium max-md:flex-col">
            {bands.map(([from, to, words, look]) => (
              <li key={words} class={`px-3 py-2.5 ${look}`} style={{ flex: `${to - from} 1 5.5rem` }}>
                <b class="block">{words}</b>
                {from}–{to} %
              </li>
            ))}
          </ol>
          {lowConfidenceHandoff !== null && (
            <p class="mt-3 text-sm text-soft">{text.lowConfidence(lowConfidenceHandoff)}</p>
          )}
        </div>
      </Panel>
      <Panel title={text.timers}>
        <ul class="divide-y divide-line text-sm">
          {flow.timers.map(({ level, action, seconds }) => (
            <li key={level} class="flex items-center justify-between gap-3 px-4 py-2.5">
              <span>
                <span class="mr-2 rounded-sm bg-hover px-1.5 font-mono text-xs text-soft">{level}</span>
                <span>{knownText(timers, action) ?? action}</span>
              </span>
              <span class="whitespace-nowrap text-muted">{duration((seconds["real"] ?? 0) * 1_000)}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <div class="flex flex-col gap-4">
        <Panel title={text.packs}>
          <ul class="divide-y divide-line text-sm">
            {flow.packs.map(({ id, name, price }) => (
              <li key={id} class="flex justify-between gap-3 px-4 py-2.5">
                <span>
                  {name} <span class="font-mono text-xs text-muted">{id}</span>
                </span>
                <b class="font-semibold whitespace-nowrap">{money(price)}</b>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={text.fields}>
          <ul class="divide-y divide-line text-sm">
            {flow.fields.map(({ name, label, isCritical }) => (
              <li key={name} class="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5">
                <span>{label}</span>
                {isCritical && <Badge tone="accent">{text.essential}</Badge>}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  );
}
