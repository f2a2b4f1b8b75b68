import { Link } from "wouter-preact";
import type { Doubt } from "../../api/types.ts";
import { usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";

/** Messages that an agent was not sure of, with its reasoning. */
export function Doubts() {
  const text = useText("knowledge");
  const pages = usePages<Doubt>("/internal/agent/doubts");
  const { items } = pages;
  if (items === undefined) {
    return <AnswerPending answer={pages} />;
  }
  if (items.length === 0) return <Empty icon="check" title={text.noDoubtsTitle} text={text.noDoubtsText} />;
  return (
    <VirtualList
      label={text.doubts}
      items={items}
      keyOf={({ id }) => id}
      estimatePx={110}
      nextPage={pages.nextPage}
      render={(doubt) => (
        <article class="border-b border-line px-2 py-3.5 text-sm">
          <p class="flex flex-wrap items-center justify-between gap-3">
            <span class="font-medium" data-private>
              «{doubt.message}»
            </span>
            <span class="text-xs text-muted">
              <RelativeTime at={doubt.createdAt} />
            </span>
          </p>
          <p class="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
            <span class="text-xs text-muted">{text.understood}</span>
            <Badge tone="accent">{`${doubt.intent} ${Math.round(doubt.confidence)} %`}</Badge>
            {doubt.alternatives.length > 0 && <span class="text-xs text-muted">{text.orMaybe}</span>}
            {doubt.alternatives.map(({ intent, confidence }) => (
              <Badge key={intent}>{`${intent} ${Math.round(confidence)} %`}</Badge>
            ))}
          </p>
          <p class="mt-1.5 text-pretty text-soft">{doubt.reasoning}</p>
          <p class="mt-1.5 flex flex-wrap gap-x-4 text-xs text-muted">
            {doubt.mode !== null && <span class="font-mono">{doubt.mode}</span>}
            <Link href={`/conversations/${doubt.conversationId}`} class="text-accent hover:underline">
              {text.conversation}
            </Link>
            <Link href={`/runs/${doubt.runId}`} class="text-accent hover:underline">
              {text.run}
            </Link>
          </p>
        </article>
      )}
    />
  );
}
