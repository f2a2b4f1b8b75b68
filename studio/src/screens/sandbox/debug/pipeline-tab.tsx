import { knownText } from "../../../text/known-text.ts";
import { useText } from "../../../text/use-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import type { Turn } from "../sandbox-api.ts";

export function PipelineTab({ turn }: { readonly turn: Turn }) {
  const text = useText("sandbox");
  const silent = turn.calls.find(({ fault }) => fault === "model_down");
  return (
    <>
      {silent !== undefined && (
        <p class="rounded-md bg-warn-wash p-2.5 text-warn">
          <strong>{text.modelDown}.</strong> {text.modelSilent(silent.purpose, silent.fault ?? "")}
        </p>
      )}
      {turn.crash !== null && (
        <p class="rounded-md bg-warn-wash p-2.5 text-warn">
          <strong class="block">{text.killed}</strong>
          {text.crash(
            turn.crash.tools.join(", ") || text.none.toLowerCase(),
            turn.crash.modelAnswers,
            turn.crash.fromTurn,
          )}
        </p>
      )}
      <p class="flex flex-wrap items-center gap-1.5">
        <Badge>{turn.inputClass}</Badge>
        <Badge tone="calm">
          {turn.mode.before === turn.mode.after ? turn.mode.after : `${turn.mode.before} → ${turn.mode.after}`}
        </Badge>
      </p>
      <ol class="flex flex-col gap-2">
        {turn.pipeline.map(({ step, status, notes }, index) => (
          <li key={step} class={`flex gap-2.5 ${status === "skipped" ? "text-muted" : ""}`}>
            <span class="w-5 shrink-0 pt-0.5 text-right text-xs text-muted tabular-nums">{index + 1}</span>
            <div class="min-w-0">
              <span class="font-medium">{knownText(text, `step_${step}`) ?? step}</span>{" "}
              {status === "ran" ? null : (
                <Badge tone={status === "decided" ? "accent" : "neutral"}>
                  {status === "decided" ? text.decided : text.skipped}
                </Badge>
              )}
              {notes.map((note) => (
                <p key={note} class="text-xs break-words text-soft">
                  {note}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
