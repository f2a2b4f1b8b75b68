import { useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import type { Known } from "../../api/types.ts";
import { useCommand } from "../../api/use-api.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel } from "../../ui/screen.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { Covered } from "../../ui/values/phone.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";

/** The datum to forget; null for the summary. */
interface Forgetting {
  readonly field: string | null;
}

interface ToldDataProps {
  /** The conversation's address. */
  readonly path: string;
  readonly known: Known;
}

/** What the customer told in the sales of one conversation, and its summary. */
export function ToldData({ path, known: { sessions, summary } }: ToldDataProps) {
  const codes = useCodes();
  const text = useText("knowledge");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const [forgetting, setForgetting] = useState<Forgetting | null>(null);
  const command = useCommand([path, "/internal/agent/conversations"]);
  const ask = (field: string | null) => {
    command.reset();
    setForgetting({ field });
  };
  const blocked = { disabled: !mayAct, label: mayAct ? text.forget : frame.readOnly };
  const isEmpty = sessions.every(({ known }) => known.length === 0);
  return (
    <div class="flex flex-col gap-4 pt-4">
      {summary !== null && (
        <Panel title={text.summary} actions={<IconButton icon="trash" {...blocked} onClick={() => ask(null)} />}>
          <p class="px-4 pt-3 text-sm whitespace-pre-wrap text-soft">
            <Covered words={summary.text} />
          </p>
          <p class="px-4 pt-2 pb-3.5 text-xs text-muted">
            {text.throughTurn(summary.throughTurn)}
            {summary.model !== null && ` · ${summary.model}`}
          </p>
        </Panel>
      )}
      {isEmpty && (
        <Panel title={text.data}>
          <p class="px-4 py-4 text-sm text-muted">{text.noData}</p>
        </Panel>
      )}
      {sessions
        .filter(({ known }) => known.length > 0)
        .map((session) => (
          <Panel key={session.id} title={text.data}>
            <p class="flex flex-wrap items-center gap-2 px-4 pt-3 text-xs text-muted">
              <Badge tone={session.status === "active" ? "good" : "neutral"}>{text[session.status]}</Badge>
              <span>{text.sessionOf(codes.mode(session.mode))}</span>
              {session.pack !== null && <span>{text.pack(session.pack)}</span>}
              <RelativeTime at={session.createdAt} />
            </p>
            <ul class="divide-y divide-line">
              {session.known.map(({ field, value, source }) => (
                <li key={field} class="flex items-center gap-3 py-2.5 pr-2 pl-4 text-sm">
                  <div class="min-w-0 flex-1 md:grid md:grid-cols-[9rem_1fr] md:gap-x-4">
                    <span class="font-mono text-xs/5 text-muted">{field}</span>
                    <span class="min-w-0">
                      <span class="block font-medium break-words" data-private>
                        <Covered words={value} />
                      </span>
                      <span class="block text-xs text-pretty text-muted">
                        {source === null ? (
                          text.noSource
                        ) : (
                          <>
                            «<Covered words={source.message} />» · <RelativeTime at={source.at} />
                          </>
                        )}
                      </span>
                    </span>
                  </div>
                  <IconButton
                    icon="trash"
                    disabled={!mayAct}
                    label={mayAct ? `${text.forget}: ${field}` : frame.readOnly}
                    onClick={() => ask(field)}
                  />
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      {forgetting !== null && (
        <NoteDialog
          title={forgetting.field === null ? text.forgetSummary : text.forgetDatum(forgetting.field)}
          action={text.forget}
          look="danger"
          hasNote={false}
          isBusy={command.isPending}
          error={command.error}
          onClose={() => setForgetting(null)}
          onAct={() =>
            command.mutate(
              {
                path:
                  forgetting.field === null
                    ? `${path}/summary/forget`
                    : `${path}/knowledge/${encodeURIComponent(forgetting.field)}/forget`,
                body: { actor },
              },
              {
                onSuccess: () => {
                  setForgetting(null);
                  toast(text.forgotten);
                },
              },
            )
          }
        >
          <p class="text-sm text-soft">{forgetting.field === null ? text.forgetSummaryText : text.forgetDatumText}</p>
        </NoteDialog>
      )}
    </div>
  );
}
