import { useState } from "preact/hooks";
import { useSession } from "../../api/session.tsx";
import type { FailedWebhook, FailedWebhookBody } from "../../api/types.ts";
import { useApi, useCommand, usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { More } from "../../ui/lists/more.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { useReason } from "../../ui/states/error-state.tsx";
import { Refusal } from "../../ui/states/refusal.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { useNumbers } from "../../ui/values/number.ts";
import { RelativeTime } from "../../ui/values/time.tsx";

const PATH = "/internal/agent/failed-webhooks";
/** The live stream does not tell of them: WhatsApp sent what is no message yet. */
const POLL_MS = 10_000;
const TONES = { open: "bad", replayed: "good", resolved: "neutral", ignored: "neutral" } as const;

type Verb = "resolve" | "ignore";

/** What WhatsApp sent and this version could not read, newest first. Only an owner sees it. */
export function FailedWebhookList() {
  const text = useText("failedWebhooks");
  const { actor } = useSession();
  const [settling, setSettling] = useState<{ readonly item: FailedWebhook; readonly verb: Verb } | null>(null);
  const pages = usePages<FailedWebhook>(PATH, { pollMs: POLL_MS });
  const settle = useCommand([PATH]);
  const { items } = pages;
  if (items === undefined) return <AnswerPending answer={pages} />;
  if (items.length === 0) return <Empty icon="check" title={text.noneTitle} text={text.noneText} />;
  return (
    <div class="mx-auto flex max-w-3xl flex-col gap-3 pt-4">
      <p class="text-sm text-pretty text-soft">{text.about}</p>
      <ul aria-label={text.title} class="flex flex-col gap-3">
        {items.map((item) => (
          <li key={item.id}>
            <FailedWebhookCard item={item} onSettle={(verb) => setSettling({ item, verb })} />
          </li>
        ))}
      </ul>
      <More page={pages.nextPage} />
      {settling !== null && (
        <NoteDialog
          title={text[`${settling.verb}Title`]}
          action={text[settling.verb]}
          isBusy={settle.isPending}
          error={settle.error}
          onClose={() => setSettling(null)}
          onAct={(note) =>
            settle.mutate(
              { path: `${PATH}/${settling.item.id}/${settling.verb}`, body: { actor, note } },
              {
                onSuccess: () => {
                  setSettling(null);
                  toast(text.settled);
                },
              },
            )
          }
        >
          <p class="text-sm text-pretty text-soft">{text[`${settling.verb}Text`]}</p>
        </NoteDialog>
      )}
    </div>
  );
}

interface CardProps {
  readonly item: FailedWebhook;
  readonly onSettle: (verb: Verb) => void;
}

function FailedWebhookCard({ item, onSettle }: CardProps) {
  const text = useText("failedWebhooks");
  const numbers = useNumbers();
  const { actor } = useSession();
  const isTechnical = useTechnical();
  const [isOpen, setOpen] = useState(false);
  const replay = useCommand([PATH, "/internal/agent/inbox"]);
  const reason = useReason(replay.error);
  const mayReplay = item.status === "open" || item.status === "ignored";
  return (
    <Panel class="px-4 py-3.5">
      <div class="flex flex-wrap items-start justify-between gap-3">
        <div class="min-w-0 flex-1 basis-64">
          <p class="flex flex-wrap items-center gap-2">
            <Badge tone={TONES[item.status]}>{text[item.status]}</Badge>
            <RelativeTime at={item.receivedAt} />
            <span class="text-xs text-muted">{text.bytes(numbers.count(item.bytes))}</span>
          </p>
          {isTechnical ? (
            <p class="mt-1 text-sm break-words" lang="en">
              {item.reason}
            </p>
          ) : (
            <p class="mt-1 text-sm text-pretty">{text.unknownShape}</p>
          )}
          {item.settledBy !== null && (
            <p class="mt-1 text-xs text-muted">
              {text.by(item.settledBy)}
              {item.note !== null && ` · ${item.note}`}
            </p>
          )}
        </div>
        <div class="flex flex-wrap gap-2">
          {mayReplay && (
            <Button
              small
              icon="refresh"
              isBusy={replay.isPending}
              onClick={() =>
                replay.mutate(
                  { path: `${PATH}/${item.id}/replay`, body: { actor } },
                  { onSuccess: () => toast(text.replayedToast) },
                )
              }
            >
              {text.replay}
            </Button>
          )}
          {mayReplay && (
            <Button small icon="check" onClick={() => onSettle("resolve")}>
              {text.resolve}
            </Button>
          )}
          {item.status === "open" && (
            <Button small look="quiet" onClick={() => onSettle("ignore")}>
              {text.ignore}
            </Button>
          )}
        </div>
      </div>
      {replay.error !== null && (
        <Refusal class="mt-3">
          {text.stillUnread} {isTechnical && <span lang="en">{reason}</span>}
        </Refusal>
      )}
      <details class="mt-3 text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary class="w-fit rounded-sm text-muted hover:text-ink">{text.raw}</summary>
        {isOpen && <Raw id={item.id} />}
      </details>
    </Panel>
  );
}

/** The bytes hold what a customer wrote, so they are fetched only when a person opens them. */
function Raw({ id }: { readonly id: string }) {
  const text = useText("failedWebhooks");
  const answer = useApi<FailedWebhookBody>(`${PATH}/${id}`, { pollMs: false });
  if (answer.data === undefined) return <AnswerPending answer={answer} rows={2} />;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={text.raw}
      class="mt-2 max-h-72 overflow-auto rounded-md bg-sunken p-3"
    >
      <pre class="font-mono text-xs break-all whitespace-pre-wrap" data-private>
        {answer.data.raw}
      </pre>
    </section>
  );
}
