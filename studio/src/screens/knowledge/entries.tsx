import { useState } from "preact/hooks";
import { useSearchParams } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { FoundShopEntry, ShopEntry } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { AskForm } from "../../ui/fields/ask-form.tsx";
import { RowActions } from "../../ui/lists/row-actions.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { emphasised } from "../../ui/values/emphasised.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import { ENTRIES } from "./entries-path.ts";
import { EntryDialog } from "./entry-dialog.tsx";

/** What the agents may say of the shop: written here, or read from their files. */
export function Entries() {
  const text = useText("entries");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useApi<{ readonly items: readonly ShopEntry[] }>(ENTRIES);
  const command = useCommand([ENTRIES]);
  const [edited, setEdited] = useState<ShopEntry | null>(null);
  const [removed, setRemoved] = useState<ShopEntry | null>(null);
  const ask = search.get("ask");
  const close = () => {
    setEdited(null);
    if (ask !== null) setSearch({ tab: "entries" }, { replace: true });
  };
  if (data === undefined) return <AnswerPending answer={{ error, refetch }} />;
  const remove = ({ id, version }: ShopEntry) =>
    command.mutate(
      { method: "DELETE", path: `${ENTRIES}/${id}?version=${version}` },
      {
        onSuccess: () => {
          setRemoved(null);
          toast(text.removed);
        },
      },
    );
  const isWriting = edited !== null || ask !== null;
  return (
    <div class="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto pt-3 pb-8">
      <div class="flex flex-wrap items-start justify-between gap-4">
        <Trial />
        <Button
          look="primary"
          icon="plus"
          disabled={!mayAct}
          title={mayAct ? undefined : frame.readOnly}
          onClick={() => setSearch({ tab: "entries", ask: "" })}
        >
          {text.write}
        </Button>
      </div>
      {data.items.length === 0 ? (
        <Empty icon="knowledge" title={text.emptyTitle} text={text.emptyText} />
      ) : (
        <ul aria-label={text.list} class="divide-y divide-line rounded-lg border border-line bg-surface">
          {data.items.map((entry) => (
            <li key={entry.id} class="flex items-start gap-3 px-4 py-3 text-sm">
              <div class="min-w-0 flex-1">
                <p class="flex flex-wrap items-center gap-2">
                  <span class="font-medium">{entry.title}</span>
                  {entry.origin === "file" && <Badge>{text.fromFile}</Badge>}
                  {entry.until !== null && <Badge tone="warn">{text.until(entry.until)}</Badge>}
                </p>
                <p class="mt-1 line-clamp-2 break-words whitespace-pre-wrap text-soft">{emphasised(entry.text)}</p>
                <p class="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
                  <span>{text.asks(entry.asks.length)}</span>
                  {entry.changedAt !== null && (
                    <span>
                      {entry.changedBy} · <RelativeTime at={entry.changedAt} />
                    </span>
                  )}
                </p>
              </div>
              {entry.origin === "shop" && (
                <RowActions
                  of={entry.title}
                  actions={[
                    { icon: "note", label: text.change, onAct: () => setEdited(entry) },
                    {
                      ...{ icon: "trash", label: text.remove },
                      onAct: () => {
                        command.reset();
                        setRemoved(entry);
                      },
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isWriting && (
        <EntryDialog key={edited?.id ?? "new"} entry={edited} ask={ask ?? ""} actor={actor} onClose={close} />
      )}
      {removed !== null && (
        <NoteDialog
          title={text.removeTitle(removed.title)}
          action={text.remove}
          look="danger"
          hasNote={false}
          isBusy={command.isPending}
          error={command.error}
          onClose={() => setRemoved(null)}
          onAct={() => remove(removed)}
        >
          <p class="text-sm text-soft">{text.removeText}</p>
        </NoteDialog>
      )}
    </div>
  );
}

/** Asks as a customer would, and shows which entries are found. */
function Trial() {
  const text = useText("entries");
  const [asked, setAsked] = useState("");
  const found = useApi<{ readonly items: readonly FoundShopEntry[] }>(`${ENTRIES}/search`, {
    query: { text: asked },
    enabled: asked !== "",
    pollMs: false,
  });
  return (
    <div class="min-w-0 flex-1 basis-72">
      <AskForm label={text.trial} action={text.try} onAsk={setAsked} />
      {asked !== "" && found.data === undefined && <AnswerPending answer={found} />}
      {asked !== "" && found.data !== undefined && (
        <ul aria-label={text.found} class="mt-2 flex flex-col gap-1 text-sm">
          {found.data.items.length === 0 && <li class="text-muted">{text.nothingFound}</li>}
          {found.data.items.map(({ id, title, share }) => (
            <li key={id} class="flex items-center gap-2">
              <Badge tone={share >= ANSWERS_FROM ? "good" : "neutral"}>{`${Math.round(share * 100)} %`}</Badge>
              <span class="min-w-0 truncate">{title}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** From this share on an agent says the entry by itself (src/flow/intents/knowledge.ts). */
const ANSWERS_FROM = 0.5;
