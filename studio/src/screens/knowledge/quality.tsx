import { Link } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { Evaluation, ScoredExample } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { knownText } from "../../text/known-text.ts";
import { useText } from "../../text/use-text.ts";
import { AnswerPending } from "../../ui/answer-pending.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Panel } from "../../ui/screen.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";

const PATH = "/internal/agent/evaluations";
const TONES: Readonly<Record<string, Tone>> = { golden: "good", failure: "bad", correction: "warn" };
interface List<Item> {
  readonly items: readonly Item[];
}

/** Judged runs as a dataset, and how the agent that runs now does on them. */
export function Quality() {
  const text = useText("knowledge");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const agents = useApi<List<{ readonly id: string }>>("/internal/agent/agents");
  const examples = useApi<List<ScoredExample>>(`${PATH}/examples`);
  const runs = useApi<List<Evaluation>>(PATH);
  const command = useCommand([PATH]);
  if (examples.data === undefined) return <AnswerPending answer={examples} />;
  if (examples.data.items.length === 0) {
    return <Empty icon="check" title={text.noExamplesTitle} text={text.noExamplesText} />;
  }
  const agentId = agents.data?.items[0]?.id;
  const evaluate = () =>
    command.mutate(
      { path: PATH, body: { actor, agentId } },
      { onSuccess: () => toast(text.evaluated), onError: (error) => toast(error.message, "bad") },
    );
  return (
    <div class="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto pt-2 pb-8">
      <Panel
        title={text.evaluations}
        actions={
          <Button
            small
            look="primary"
            isBusy={command.isPending}
            disabled={!mayAct || agentId === undefined}
            title={mayAct ? undefined : frame.readOnly}
            onClick={evaluate}
          >
            {text.evaluate}
          </Button>
        }
      >
        <ul class="divide-y divide-line text-sm">
          {(runs.data?.items ?? []).map((run) => (
            <li key={run.id} class="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
              <Badge tone={run.passed === run.examples ? "good" : "warn"}>
                {text.passed(run.passed, run.examples)}
              </Badge>
              <span class="font-medium">
                {run.agentId} @{run.agentVersion}
              </span>
              <span class="text-muted">
                {run.by} · <RelativeTime at={run.at} />
              </span>
            </li>
          ))}
          {runs.data?.items.length === 0 && <li class="px-4 py-3 text-muted">{text.noEvaluations}</li>}
        </ul>
      </Panel>
      <Panel title={text.examples}>
        <ul class="divide-y divide-line text-sm">
          {examples.data.items.map((one) => (
            <li key={one.runId} class="px-4 py-3">
              <p class="flex flex-wrap items-center gap-2">
                <Badge tone={TONES[one.kind] ?? "neutral"}>{knownText(text, `kind_${one.kind}`) ?? one.kind}</Badge>
                <span class="font-medium break-words" data-private>
                  «{one.input.join(" · ")}»
                </span>
                <Link href={`/runs/${one.runId}`} class="text-xs text-accent hover:underline">
                  {text.seeRun}
                </Link>
              </p>
              <p class="mt-1 line-clamp-3 break-words text-soft" data-private>
                {one.correct ?? one.output.join("\n")}
              </p>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
