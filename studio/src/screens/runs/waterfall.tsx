import { useState } from "preact/hooks";
import { ownName, readTool } from "../../api/run-steps.ts";
import type { RunStep } from "../../api/types.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { Json } from "../../ui/values/arguments.tsx";
import { useNow } from "../../ui/values/clock.ts";
import { useNumbers } from "../../ui/values/number.ts";
import { duration } from "../../ui/values/time.tsx";

/** The place of a bar, as shares of the whole. A span too short to be seen is drawn as a hair. */
function place(from: number, ms: number, whole: number) {
  const left = Math.min(99.4, (from / whole) * 100);
  return { left: `${left}%`, width: `${Math.max(0.6, Math.min(100 - left, (ms / whole) * 100))}%` };
}

const HATCHED = "bg-[repeating-linear-gradient(-45deg,var(--color-strong)_0_2px,transparent_2px_6px)]";

function barOf(step: RunStep): string {
  const name = ownName(step);
  if (step.status === "error") return "bg-bad";
  if (name.startsWith("model.")) return "bg-calm";
  return name === step.phase ? "bg-accent" : "bg-good";
}

interface WaterfallProps {
  readonly steps: readonly RunStep[];
  /** Where the scale begins: when the turn was asked for. */
  readonly from: string;
  /** When work began; null while it waits. */
  readonly startedAt: string | null;
  /** When it ended; null while it goes on. */
  readonly endedAt: string | null;
  /** How often it was tried; more than one leaves time before the steps that are shown. */
  readonly attempts?: number;
}

/** What came before the steps is drawn on their scale, unless it lasted this many times as long. */
const FAR_LONGER = 4;

/**
 * Time in the queue against time at work, step by step on one scale. Phases hold what was done
 * inside them.
 */
export function Waterfall({ steps, from, startedAt, endedAt, attempts = 1 }: WaterfallProps) {
  const text = useText("runs");
  const now = useNow();
  const began = Date.parse(from);
  const offset = (at: string) => Math.max(0, Date.parse(at) - began);
  const ends = steps.map(({ startedAt: at, durationMs }) => offset(at) + durationMs);
  const end = endedAt === null ? now - began : offset(endedAt);
  const whole = Math.max(1, end, ...ends);
  const queueMs = startedAt === null ? whole : offset(startedAt);
  const first = Math.min(whole, ...steps.map((step) => offset(step.startedAt)));
  // A wait or a try that failed would press each step into a hair: the scale then begins with the steps.
  const isBroken = first > FAR_LONGER * (whole - first);
  const zero = isBroken ? first : 0;
  const span = Math.max(1, whole - zero);
  const scaleBefore = isBroken ? Math.max(1, first) : whole;
  const earlierMs = attempts > 1 && startedAt !== null ? Math.max(0, first - offset(startedAt)) : 0;
  return (
    <ol class="flex flex-col text-sm">
      <Before name={text.queue} ms={queueMs} bar={place(0, queueMs, scaleBefore)} />
      {earlierMs > 0 && (
        <Before name={text.earlier(attempts - 1)} ms={earlierMs} bar={place(queueMs, earlierMs, scaleBefore)} />
      )}
      {steps.map((step) => (
        <StepRow key={step.name} step={step} bar={place(offset(step.startedAt) - zero, step.durationMs, span)} />
      ))}
    </ol>
  );
}

interface BeforeProps {
  readonly name: string;
  readonly ms: number;
  readonly bar: { readonly left: string; readonly width: string };
}

/** Time that passed before the steps that are shown. */
function Before({ name, ms, bar }: BeforeProps) {
  return (
    <li class="grid grid-cols-[7.5rem_1fr_4.5rem] items-center gap-3 px-4 py-1.5 md:grid-cols-[12rem_1fr_5rem]">
      <span class="pl-5 text-muted">{name}</span>
      <span class="relative h-4 rounded-sm bg-sunken">
        <span class={`absolute inset-y-0 rounded-sm ${HATCHED}`} style={bar} />
      </span>
      <span class="text-right text-xs text-muted">{duration(ms)}</span>
    </li>
  );
}

function StepRow({ step, bar }: { readonly step: RunStep; readonly bar: { left: string; width: string } }) {
  const text = useText("runs");
  const codes = useCodes();
  const numbers = useNumbers();
  const [isOpen, setOpen] = useState(false);
  const { phase, durationMs, model, output } = step;
  const name = ownName(step);
  const read = readTool(name);
  const row =
    "grid w-full grid-cols-[7.5rem_1fr_4.5rem] items-center gap-3 px-4 py-1.5 text-left md:grid-cols-[12rem_1fr_5rem]";
  const cells = (
    <>
      <span class={`flex min-w-0 items-center gap-1 ${name === phase ? "font-medium" : "text-soft"}`}>
        <Icon
          name={isOpen ? "chevronDown" : "chevronRight"}
          size={16}
          class={`shrink-0 text-muted ${output === undefined ? "invisible" : ""}`}
        />
        <span class={`truncate ${name === phase ? "" : "pl-2 font-mono text-xs"}`}>
          {name === phase ? codes.phase(phase) : read === null ? name : text.reads(read)}
        </span>
      </span>
      <span class="relative h-4 rounded-sm bg-sunken">
        <span class={`absolute inset-y-0 rounded-sm ${barOf(step)}`} style={bar} />
      </span>
      <span class="text-right text-xs whitespace-nowrap text-soft">{duration(durationMs)}</span>
    </>
  );
  return (
    <li class="border-t border-line">
      {output === undefined ? (
        <div class={row}>{cells}</div>
      ) : (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} class={`${row} hover:bg-hover`}>
          {cells}
        </button>
      )}
      {isOpen && (
        <div class="flex flex-col gap-2 px-4 pt-1 pb-4">
          {model !== undefined && (
            <p class="text-xs text-muted">
              {model.purpose}
              {model.model !== null && ` · ${text.model(model.model, numbers.count(model.tokens))}`}
            </p>
          )}
          <p class="text-xs font-medium text-muted">{text.output}</p>
          <Json value={output} />
        </div>
      )}
    </li>
  );
}
