import { partOf } from "../../api/run-steps.ts";
import type { Run } from "../../api/types.ts";
import { knownText } from "../../text/known-text.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/screen.tsx";
import { useNow } from "../../ui/values/clock.ts";
import { Countdown, RelativeTime } from "../../ui/values/time.tsx";
import { Waterfall } from "./waterfall.tsx";

/** A run that goes on: each part with its number, its key, its time and its steps. */
export function Parts({ run }: { readonly run: Run }) {
  const text = useText("runs");
  const now = useNow();
  const segments = run.segments ?? [];
  const stepsOf = (part: number) => run.steps.filter(({ name }) => partOf(name) === part);
  const opening = stepsOf(0);
  return (
    <Panel title={text.parts}>
      <p class="px-4 pt-3 text-xs text-muted">{text.partsAbout}</p>
      {run.stopped != null && (
        <p class="mx-4 mt-3 rounded-md bg-warn-wash px-3 py-2 text-sm text-warn">
          {knownText(text, `stopped_${run.stopped}`) ?? run.stopped}
        </p>
      )}
      <ol class="flex flex-col divide-y divide-line">
        <li class="py-3">
          <h3 class="px-4 pb-2 text-sm font-medium">{text.opening}</h3>
          <Waterfall
            steps={opening}
            from={run.createdAt}
            startedAt={opening[0]?.startedAt ?? null}
            endedAt={lastEnd(opening) ?? run.endedAt}
          />
        </li>
        {segments.map(({ number, key, dueAt, endedAt, decision }) => {
          const steps = stepsOf(number);
          const waits = endedAt === null && run.endedAt === null && steps.length === 0;
          return (
            <li key={number} class="py-3">
              <h3 class="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-2 text-sm font-medium">
                {text.part(number)}
                <span class="font-mono text-xs text-soft">{key}</span>
                {endedAt !== null && (
                  <span class="text-xs font-normal text-muted">
                    <RelativeTime at={endedAt} />
                  </span>
                )}
                {waits && (
                  <Badge tone="calm">
                    {Date.parse(dueAt) > now ? (
                      <>
                        {text.goesOnIn} <Countdown to={dueAt} />
                      </>
                    ) : (
                      text.goesOnNow
                    )}
                  </Badge>
                )}
                {steps.length === 0 && !waits && <Badge>{text.neverBegan}</Badge>}
              </h3>
              {steps.length > 0 && (
                <Waterfall
                  steps={steps}
                  from={dueAt}
                  startedAt={steps[0]?.startedAt ?? null}
                  endedAt={endedAt ?? lastEnd(steps)}
                />
              )}
              <Reasons of={decision?.["why"]} />
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

/** When the last of the steps ended; null when there are none. */
function lastEnd(steps: Run["steps"]): string | null {
  const ends = steps.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs);
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString();
}

/** Why the agent acted as it did in this part; nothing where that is not kept. */
function Reasons({ of }: { readonly of: unknown }) {
  const reasons = Array.isArray(of) ? of.filter((one): one is string => typeof one === "string") : [];
  if (reasons.length === 0) return null;
  return (
    <ol class="mt-2 flex list-decimal flex-col gap-1 px-4 pl-9 text-sm text-soft marker:text-muted">
      {reasons.map((reason, index) => (
        <li key={index}>{reason}</li>
      ))}
    </ol>
  );
}
