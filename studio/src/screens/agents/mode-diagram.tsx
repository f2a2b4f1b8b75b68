import { useState } from "preact/hooks";
import { knownText } from "../../text/known-text.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Panel } from "../../ui/screen.tsx";
import type { Mode } from "./agent.ts";
import { NODE, pathBetween, placeModes } from "./place-modes.ts";

const FILLS: Readonly<Record<string, string>> = {
  confirmed: "fill-good-wash stroke-good",
  provisional: "fill-warn-wash stroke-warn",
  handoff: "fill-bad-wash stroke-bad",
};

interface ModeDiagramProps {
  readonly modes: readonly Mode[];
  readonly initialMode: string;
}

/**
 * The modes of a sale and their allowed changes. The neighbours of the chosen mode stand out, and
 * are listed below.
 */
export function ModeDiagram({ modes, initialMode }: ModeDiagramProps) {
  const text = useText("agents");
  const codes = useCodes();
  const [chosenName, setChosen] = useState(initialMode);
  const { placed, width, height } = placeModes(modes);
  const chosen = placed.find(({ name }) => name === chosenName);
  const isNear = (name: string) =>
    name === chosenName ||
    chosen?.next.includes(name) ||
    placed.some((mode) => mode.name === name && mode.next.includes(chosenName));
  const steps = placed.flatMap((from) =>
    from.next.flatMap((name) => {
      const to = placed.find((mode) => mode.name === name);
      return to === undefined || to.name === from.name ? [] : [{ from, to }];
    }),
  );
  const joins = ({ from, to }: (typeof steps)[number]) => from.name === chosenName || to.name === chosenName;
  return (
    <div class="flex flex-col gap-4">
      <Panel>
        <p class="px-4 pt-3 text-xs text-muted">{text.modesAbout}</p>
        <div class="overflow-x-auto p-4">
          {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset */}
          <svg
            viewBox={`-36 -22 ${width + 72} ${height + 60}`}
            role="group"
            aria-label={text.diagram}
            class="mx-auto block w-full max-w-6xl min-w-[56rem]"
          >
            <defs>
              {(["accent", "calm", "strong"] as const).map((name) => (
                <marker
                  key={name}
                  id={`head-${name}`}
                  viewBox="0 0 8 8"
                  refX="6"
                  refY="4"
                  markerWidth="6"
                  markerHeight="6"
                  orient="auto"
                >
                  <path d="M0 0 8 4 0 8Z" class={HEADS[name]} />
                </marker>
              ))}
            </defs>
            {steps
              .toSorted((one, other) => Number(joins(one)) - Number(joins(other)))
              .map((step) => {
                const look = step.from.name === chosenName ? "accent" : step.to.name === chosenName ? "calm" : "strong";
                return (
                  <path
                    key={`${step.from.name} ${step.to.name}`}
                    d={pathBetween(step.from, step.to)}
                    fill="none"
                    stroke-width={joins(step) ? 1.8 : 1}
                    opacity={joins(step) ? 1 : 0.28}
                    marker-end={`url(#head-${look})`}
                    class={LINES[look]}
                  />
                );
              })}
            {placed.map((mode) => (
              // biome-ignore lint/a11y/useSemanticElements: inside a drawing there are no buttons
              <g
                key={mode.name}
                transform={`translate(${mode.x} ${mode.y})`}
                role="button"
                tabindex={0}
                aria-pressed={mode.name === chosenName}
                opacity={isNear(mode.name) ? 1 : 0.55}
                class="cursor-pointer outline-none focus-visible:[&>rect]:stroke-[3]"
                onClick={() => setChosen(mode.name)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" && event.key !== " ") return;
                  event.preventDefault();
                  setChosen(mode.name);
                }}
              >
                <rect
                  width={NODE.width}
                  height={NODE.height}
                  rx={10}
                  stroke-width={mode.name === chosenName ? 2 : 1}
                  class={
                    mode.name === chosenName
                      ? "fill-accent-wash stroke-accent"
                      : (FILLS[mode.stage] ?? "fill-raised stroke-strong")
                  }
                />
                <text x={NODE.width / 2} y={20} text-anchor="middle" class="fill-ink text-xs font-semibold">
                  {mode.name.length > 22 ? `${mode.name.slice(0, 21)}…` : mode.name}
                </text>
                <text x={NODE.width / 2} y={35} text-anchor="middle" class="fill-soft text-2xs">
                  {mode.name === initialMode ? `${codes.stage(mode.stage)} · ${text.start}` : codes.stage(mode.stage)}
                </text>
              </g>
            ))}
          </svg>
        </div>
      </Panel>
      {chosen !== undefined && (
        <Panel title={chosen.name}>
          <dl class="grid gap-4 px-4 py-3.5 text-sm md:grid-cols-3">
            <div>
              <dt class="text-xs text-muted">{text.leadsTo}</dt>
              <dd class="text-soft">{chosen.next.length === 0 ? text.nowhere : chosen.next.join(", ")}</dd>
            </div>
            <div>
              <dt class="text-xs text-muted">{text.comesFrom}</dt>
              <dd class="text-soft">
                {placed
                  .filter(({ next }) => next.includes(chosen.name))
                  .map(({ name }) => name)
                  .join(", ") || "—"}
              </dd>
            </div>
            {chosen.gates.length > 0 && (
              <div>
                <dt class="text-xs text-muted">{text.needs}</dt>
                <dd class="text-soft">{chosen.gates.map((gate) => knownText(text, gate) ?? gate).join(", ")}</dd>
              </div>
            )}
          </dl>
        </Panel>
      )}
    </div>
  );
}

const LINES = { accent: "stroke-accent", calm: "stroke-calm", strong: "stroke-muted" } as const;
const HEADS = { accent: "fill-accent", calm: "fill-calm", strong: "fill-muted" } as const;
