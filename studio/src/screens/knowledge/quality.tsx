import { Link, useSearchParams } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { AgentSummary, Evaluation, ScoredExample } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { knownText } from "../../text/known-text.ts";
import { useText } from "../../text/use-text.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/field.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";
import { useAgentName } from "../../ui/use-agent-name.ts";
import { RelativeTime } from "../../ui/values/time.tsx";

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
  const [search, setSearch] = useSearchParams();
  const agents = useApi<List<AgentSummary>>("/internal/agent/agents");
  const ids = agents.data?.items.map(({ id }) => id) ?? [];
  const agentId = ids.find((id) => id === search.get("agent")) ?? ids[0];
  const agentName = useAgentName();
  const query = { agent: agentId ?? null };
  const examples = useApi<List<ScoredExample>>(`${PATH}/examples`, { query });
  const runs = useApi<List<Evaluation>>(PATH, { query });
  const fail = useFail();
  const command = useCommand([PATH]);
  if (examples.data === undefined) return <AnswerPending answer={examples} />;
  const evaluate = () =>
    command.mutate({ path: PATH, body: { actor, agentId } }, { onSuccess: () => toast(text.evaluated), onError: fail });
  return (
    <div class="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto pt-3 pb-8">
      <Select
        aria-label={text.evaluatedAgent}
        class="max-w-sm"
        value={agentId ?? ""}
        onChange={(event) => {
          const agent = event.currentTarget.value;
          setSearch({ tab: "quality", agent }, { replace: true });
        }}
      >
        {ids.map((id) => (
          <option key={id} value={id}>
            {agentName(id)}
          </option>
        ))}
      </Select>
      {examples.data.items.length === 0 && (
        <Empty icon="check" title={text.noExamplesTitle} text={text.noExamplesText} />
      )}
      <Panel
        title={text.evaluations}
        actions={
          <Button
            small
            look="primary"
            isBusy={command.isPending}
            disabled={!mayAct || agentId === undefined || examples.data.items.length === 0}
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
                {agentName(run.agentId)} @{run.agentVersion}
              </span>
              <span class="text-muted">
                {run.by} · <RelativeTime at={run.at} />
              </span>
              {run.failures.length > 0 && (
                <details class="basis-full">
                  <summary class="cursor-pointer text-xs text-accent">
                    {text.failedExamples(run.failures.length)}
                  </summary>
                  <ul class="mt-1 flex flex-wrap gap-x-3 gap-y-1">
                    {run.failures.map(({ id, kind }) => (
                      <li key={id}>
                        <Link href={`/runs/${id}`} class="text-xs text-accent hover:underline">
                          {knownText(text, `kind_${kind}`) ?? kind} {id.slice(-6)}
                        </Link>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          ))}
          {runs.data?.items.length === 0 && <li class="px-4 py-3 text-muted">{text.noEvaluations}</li>}
        </ul>
      </Panel>
      {examples.data.items.length > 0 && (
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
      )}
    </div>
  );
}
