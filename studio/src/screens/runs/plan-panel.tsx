import { Link } from "wouter-preact";
import type { Run } from "../../api/types.ts";
import { knownText } from "../../text/known-text.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Panel } from "../../ui/screen.tsx";
import { useNumbers } from "../../ui/values/number.ts";
import { duration } from "../../ui/values/time.tsx";
import { tasksOf } from "./plan.ts";

const MARKS: Readonly<Record<string, string>> = { done: "✓", failed: "✗", in_progress: "▸", dropped: "–" };
const TONES: Readonly<Record<string, Tone>> = { done: "good", failed: "bad", in_progress: "accent" };

/** A plan as a checklist that advances: each task with its worker, its tools, its tokens and its time. */
export function PlanPanel({ run }: { readonly run: Run }) {
  const text = useText("runs");
  const codes = useCodes();
  const numbers = useNumbers();
  const tasks = tasksOf(run);
  if (tasks.length === 0) return null;
  const current = tasks.filter(({ isCurrent }) => isCurrent);
  const done = current.filter(({ status }) => status === "done").length;
  return (
    <Panel
      title={text.plan(done, current.length)}
      actions={
        run.status === "waiting_confirmation" && (
          <Link href="/confirmations" class="text-sm font-medium text-accent hover:underline">
            {text.approve}
          </Link>
        )
      }
    >
      <ol class="divide-y divide-line text-sm">
        {tasks.map((task) => (
          <li
            key={task.id}
            class="flex gap-3 px-4 py-3"
            aria-current={task.status === "in_progress" ? "step" : undefined}
          >
            <span aria-hidden="true" class="w-4 shrink-0 text-center text-muted">
              {MARKS[task.status] ?? "○"}
            </span>
            <div class="min-w-0 flex-1">
              <p class="flex flex-wrap items-center gap-2">
                <span class="font-medium break-words" data-private>
                  {task.description}
                </span>
                <Badge tone={TONES[task.status] ?? "neutral"}>
                  {knownText(text, `task_${task.status}`) ?? task.status}
                </Badge>
              </p>
              <p class="mt-1 text-xs text-muted">
                {knownText(text, `worker_${task.worker}`) ?? task.worker}
                {task.tokens > 0 && ` · ${numbers.count(task.tokens)} ${text.tokens.toLowerCase()}`}
                {task.tookMs > 0 && task.status !== "in_progress" && ` · ${duration(task.tookMs)}`}
                {task.tools.length > 0 && ` · ${task.tools.map(codes.tool).join(", ")}`}
              </p>
              {(task.result ?? task.reason) !== null && (
                <p class="mt-1 break-words whitespace-pre-wrap text-soft" data-private>
                  {task.result ?? task.reason}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
