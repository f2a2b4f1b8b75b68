import { useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import type { Agent, LearningSample } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/field.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";

const PATH = "/internal/agent/learning/samples";
/** The label of texts that belong to no intent. */
const OUTSIDE = "otro";

/** Texts for a person to label, so that the classifier learns from them. */
export function Samples() {
  const text = useText("knowledge");
  const { data, error, refetch } = useApi<{ readonly keepsTexts: boolean; readonly items: readonly LearningSample[] }>(
    PATH,
  );
  if (data === undefined) return <AnswerPending answer={{ error, refetch }} />;
  if (!data.keepsTexts) return <Empty icon="info" title={text.keepsNoTexts} text={text.keepsNoTextsText} />;
  if (data.items.length === 0) return <Empty icon="check" title={text.noSamplesTitle} text={text.noSamplesText} />;
  return (
    <VirtualList
      label={text.samples}
      items={data.items}
      keyOf={({ agentId, textHash }) => `${agentId} ${textHash}`}
      estimatePx={88}
      render={(sample) => <SampleRow sample={sample} />}
    />
  );
}

function SampleRow({ sample }: { readonly sample: LearningSample }) {
  const text = useText("knowledge");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const { agentId, textHash } = sample;
  const agent = useApi<Agent>(`/internal/agent/agents/${encodeURIComponent(agentId)}`, { pollMs: false });
  const [label, setLabel] = useState(sample.label ?? sample.intent);
  const fail = useFail();
  const command = useCommand<{ readonly labelled: number }>([PATH]);
  const known = (agent.data?.flow?.intents ?? []).map(({ name }) => name);
  const intents = [...new Set([label, ...known, OUTSIDE])];
  return (
    <div class="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-2 py-3.5 text-sm">
      <div class="min-w-0 flex-1 basis-64">
        <p class="font-medium" data-private>
          «{sample.text}»
        </p>
        <p class="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-muted">
          <Badge>{text[sample.reason]}</Badge>
          <span>{`${sample.intent} ${Math.round(sample.confidence)} %`}</span>
          <span>{text.seen(sample.seen)}</span>
        </p>
      </div>
      <div class="flex items-center gap-2">
        <Select
          aria-label={text.means}
          class="max-w-56"
          value={label}
          disabled={!mayAct}
          onChange={(event) => setLabel(event.currentTarget.value)}
        >
          {intents.map((name) => (
            <option key={name} value={name}>
              {name === OUTSIDE ? text.outside : name}
            </option>
          ))}
        </Select>
        <Button
          small
          icon="check"
          isBusy={command.isPending}
          disabled={!mayAct}
          title={mayAct ? undefined : frame.readOnly}
          onClick={() =>
            command.mutate(
              { path: "/internal/agent/learning/labels", body: { actor, agentId, textHash, label } },
              {
                onSuccess: ({ labelled }) => toast(text.labelled(labelled)),
                onError: fail,
              },
            )
          }
        >
          {text.label}
        </Button>
      </div>
    </div>
  );
}
