import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { Alert } from "../../api/types.ts";
import { useCommand, usePages } from "../../api/use-api.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { More } from "../../ui/lists/more.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { Arguments } from "../../ui/values/arguments.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";

const PATH = "/internal/agent/alerts";

/** Open alerts. */
export function AlertList() {
  const text = useText("confirmations");
  const frame = useText("frame");
  const codes = useCodes();
  const isTechnical = useTechnical();
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const [resolving, setResolving] = useState<Alert | null>(null);
  const pages = usePages<Alert>(PATH, { query: { status: "open" } });
  const resolve = useCommand([PATH]);
  const { items } = pages;
  if (items === undefined) {
    return <AnswerPending answer={pages} />;
  }
  if (items.length === 0) return <Empty icon="check" title={text.noAlertsTitle} text={text.noAlertsText} />;
  const tones = { critical: "bad", warning: "warn", info: "calm" } as const;
  return (
    <div class="mx-auto flex max-w-3xl flex-col gap-3 pt-4">
      {items.map((alert) => (
        <Panel key={alert.id} class="px-4 py-3.5">
          <div class="flex flex-wrap items-start justify-between gap-3">
            <div class="min-w-0">
              <p class="flex flex-wrap items-center gap-2">
                <Badge tone={tones[alert.severity]} icon="warning">
                  {text[alert.severity]}
                </Badge>
                {isTechnical && <span class="font-mono text-xs text-muted">{alert.kind}</span>}
              </p>
              <p class="mt-1.5 text-pretty">{codes.alert(alert.kind)}</p>
              <p class="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
                {isTechnical && alert.subject !== "" && <span class="break-all">{alert.subject}</span>}
                <RelativeTime at={alert.lastSeenAt} />
                {alert.count > 1 && <span>{text.times(alert.count)}</span>}
                <AlertLink alert={alert} />
              </p>
            </div>
            <Button
              small
              icon="check"
              disabled={!mayAct}
              title={mayAct ? undefined : frame.readOnly}
              onClick={() => setResolving(alert)}
            >
              {text.resolve}
            </Button>
          </div>
          {isTechnical && (
            <div class="mt-3 text-sm text-soft">
              <Arguments value={alert.detail} />
            </div>
          )}
        </Panel>
      ))}
      <More page={pages.nextPage} />
      {resolving !== null && (
        <NoteDialog
          title={text.resolveTitle}
          action={text.resolve}
          isBusy={resolve.isPending}
          error={resolve.error}
          onClose={() => setResolving(null)}
          onAct={(note) =>
            resolve.mutate(
              { path: `${PATH}/${resolving.id}/resolve`, body: { actor, note } },
              {
                onSuccess: () => {
                  setResolving(null);
                  toast(text.resolveToast);
                },
              },
            )
          }
        >
          <p class="text-sm text-pretty text-soft">{codes.alert(resolving.kind)}</p>
          {resolving.kind === "dead_letters" && <p class="text-sm text-pretty text-warn">{text.deadStay}</p>}
        </NoteDialog>
      )}
    </div>
  );
}

/** Where a person can do something about it. */
function AlertLink({ alert }: { readonly alert: Alert }) {
  const text = useText("confirmations");
  const place = placeOf(alert);
  if (place === null) return null;
  const words = { conversation: text.conversation, runs: text.seeDead, inbox: text.seeInbox, events: text.events };
  return (
    <Link href={place.href} class="text-accent hover:underline">
      {words[place.what]}
    </Link>
  );
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function placeOf({ kind, subject, detail }: Alert) {
  const told = typeof detail === "object" && detail !== null ? Reflect.get(detail, "conversationId") : null;
  const conversation = typeof told === "string" ? told : kind === "message_held" && UUID.test(subject) ? subject : null;
  if (conversation !== null) return { what: "conversation", href: `/conversations/${conversation}` } as const;
  if (kind === "dead_letters") return { what: "runs", href: "/runs?status=dead_letter" } as const;
  if (kind === "feed_parked") return { what: "events", href: "/confirmations?tab=events" } as const;
  return kind === "handoff_rate" ? ({ what: "inbox", href: "/inbox" } as const) : null;
}
