import { Link } from "wouter-preact";
import { useText } from "../../text/use-text.ts";
import { Panel } from "../../ui/screen.tsx";
import { useNumbers } from "../../ui/values/number.ts";

const STATUSES = [
  ["completed", "bg-good"],
  ["running", "bg-accent"],
  ["queued", "bg-calm"],
  ["waiting_confirmation", "bg-warn"],
  ["failed", "bg-warn"],
  ["dead_letter", "bg-bad"],
] as const;

/** The period's runs by status; each status links to its list. */
export function RunStatuses({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const text = useText("metrics");
  const statusNames = useText("runs");
  const numbers = useNumbers();
  const total = STATUSES.reduce((sum, [status]) => sum + (counts[status] ?? 0), 0);
  return (
    <Panel title={text.runsByStatus}>
      <div class="px-4 py-4">
        {total === 0 ? (
          <p class="text-sm text-soft">{text.noRuns}</p>
        ) : (
          <div aria-hidden="true" class="mb-4 flex h-3 gap-0.5 overflow-hidden rounded-full">
            {STATUSES.filter(([status]) => (counts[status] ?? 0) > 0).map(([status, dot]) => (
              <span key={status} class={`min-w-1 ${dot}`} style={{ flexGrow: String(counts[status]) }} />
            ))}
          </div>
        )}
        {total > 0 && (
          <ul class="flex flex-wrap gap-x-6 gap-y-2 text-sm">
            {STATUSES.map(([status, dot]) => (
              <li key={status}>
                <Link href={`/runs?status=${status}`} class="flex items-center gap-2 hover:underline">
                  <span aria-hidden="true" class={`size-2 rounded-full ${dot}`} />
                  <span class="text-soft">{statusNames[status]}</span>
                  <b class="font-semibold">{numbers.count(counts[status] ?? 0)}</b>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
