import { Link } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { FeedDelivery } from "../../api/types.ts";
import { useCommand, usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { More } from "../../ui/lists/more.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";

const PATH = "/internal/agent/feed/deliveries";
/** The live stream does not tell of posts. */
const POLL_MS = 3_000;
const TONES = { pending: "calm", delivered: "good", parked: "bad" } as const;

/** Events of the feed and what became of them, newest first. */
export function DeliveryList() {
  const text = useText("deliveries");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const pages = usePages<FeedDelivery>(PATH, { pollMs: POLL_MS });
  const replay = useCommand([PATH]);
  const { items } = pages;
  if (items === undefined) {
    return <AnswerPending answer={pages} />;
  }
  if (items.length === 0) return <Empty icon="check" title={text.noneTitle} text={text.noneText} />;
  return (
    <>
      <ul aria-label={text.title} class="mx-auto max-w-3xl pt-2">
        {items.map((item) => (
          <li key={item.id} class="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-2 py-3">
            <div class="min-w-0 flex-1 basis-56">
              <p class="flex flex-wrap items-center gap-2">
                <span class="font-mono text-sm font-medium break-all">{item.kind}</span>
                <Badge tone={TONES[item.status]}>{text[item.status]}</Badge>
              </p>
              <p class="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-muted">
                <RelativeTime at={item.happenedAt} />
                {item.failures > 0 && <span>{text.failed(item.failures)}</span>}
                {item.failure !== null && <span class="break-words">{item.failure}</span>}
                <Link href={`/conversations/${item.conversationId}`} class="text-accent hover:underline">
                  {text.conversation}
                </Link>
              </p>
            </div>
            {item.status !== "pending" && (
              <Button
                small
                look="quiet"
                disabled={!mayAct || replay.isPending}
                title={mayAct ? undefined : frame.readOnly}
                onClick={() =>
                  replay.mutate(
                    { path: `${PATH}/${item.id}/replay`, body: { actor } },
                    { onSuccess: () => toast(text.replayed) },
                  )
                }
              >
                {text.replay}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <More page={pages.nextPage} />
    </>
  );
}
