import { useEffect, useRef, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useMay } from "../../api/session.tsx";
import type { DocumentRecord, FoundPassage } from "../../api/types.ts";
import { refresh, useApi, useCommand, usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { AskForm } from "../../ui/fields/ask-form.tsx";
import { More } from "../../ui/lists/more.tsx";
import { RowActions } from "../../ui/lists/row-actions.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { useReason } from "../../ui/states/error-state.tsx";
import { Refusal } from "../../ui/states/refusal.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import { DOCUMENTS } from "./paths.ts";
import type { Source } from "./source.ts";
import { SourceDialog } from "./source-dialog.tsx";

const TONES: Readonly<Record<DocumentRecord["status"], Tone>> = {
  waiting: "calm",
  read: "good",
  unreadable: "warn",
  erased: "neutral",
};

/** A document is read in a few seconds, and a person waits for it. */
const READING_POLL_MS = 1_500;

/** The documents of the shop and of its customers: added, tried out and taken away here. */
export function Files({ conversation }: { readonly conversation: string | null }) {
  const text = useText("documents");
  const pages = usePages<DocumentRecord>(DOCUMENTS, { query: { conversationId: conversation } });
  const [opened, setOpened] = useState<Source | null>(null);
  const [erased, setErased] = useState<DocumentRecord | null>(null);
  const command = useCommand([DOCUMENTS]);
  const { items } = pages;
  const isReading = items?.some(({ status }) => status === "waiting") === true;
  useEffect(() => {
    if (!isReading) return;
    const timer = setInterval(() => void refresh(DOCUMENTS), READING_POLL_MS);
    return () => clearInterval(timer);
  }, [isReading]);
  const erase = ({ id }: DocumentRecord) =>
    command.mutate(
      { method: "DELETE", path: `${DOCUMENTS}/${id}` },
      {
        onSuccess: () => {
          setErased(null);
          toast(text.erasedDone);
        },
      },
    );
  const askErase = (document: DocumentRecord) => {
    command.reset();
    setErased(document);
  };
  return (
    <div class="flex flex-col gap-4">
      <div class="flex flex-wrap items-start justify-between gap-4">
        <Trial conversation={conversation} onOpen={setOpened} />
        <Upload />
      </div>
      {items === undefined && <AnswerPending answer={pages} />}
      {items?.length === 0 && <Empty icon="file" title={text.emptyTitle} text={text.emptyText} />}
      {items !== undefined && items.length > 0 && (
        <ul aria-label={text.list} class="divide-y divide-line rounded-lg border border-line bg-surface">
          {items.map((document) => (
            <li key={document.id} class="flex items-start gap-3 px-4 py-3 text-sm">
              <div class="min-w-0 flex-1">
                <p class="flex flex-wrap items-center gap-2">
                  <span class="min-w-0 font-medium break-words" data-private>
                    {document.title ?? document.fileName ?? text.erased}
                  </span>
                  <Badge tone={TONES[document.status]}>{text[document.status]}</Badge>
                  <Badge>{document.conversationId === null ? text.ofShop : text.ofCustomer}</Badge>
                </p>
                {document.sentence !== null && <p class="mt-1 text-warn">{document.sentence}</p>}
                <p class="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
                  {document.pages !== null && <span>{text.pages(document.pages)}</span>}
                  {document.pagesWithoutText.length > 0 && (
                    <span>{text.noText(document.pagesWithoutText.slice(0, 10).join(", "))}</span>
                  )}
                  {document.uploadedBy !== null && <span>{document.uploadedBy}</span>}
                  <RelativeTime at={document.createdAt} />
                  {document.conversationId !== null && (
                    <Link href={`/conversations/${document.conversationId}`} class="text-accent hover:underline">
                      {text.conversation}
                    </Link>
                  )}
                </p>
              </div>
              <RowActions
                of={document.fileName ?? document.id}
                actions={[
                  ...(document.status === "read"
                    ? [
                        {
                          icon: "eye" as const,
                          label: text.open,
                          isLook: true,
                          onAct: () => setOpened(firstPage(document)),
                        },
                      ]
                    : []),
                  ...(document.status === "erased"
                    ? []
                    : [{ icon: "trash" as const, label: text.erase, onAct: () => askErase(document) }]),
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      <More page={pages.nextPage} />
      {opened !== null && <SourceDialog source={opened} onClose={() => setOpened(null)} />}
      {erased !== null && (
        <NoteDialog
          title={text.eraseTitle(erased.fileName ?? erased.id)}
          action={text.erase}
          look="danger"
          hasNote={false}
          isBusy={command.isPending}
          error={command.error}
          onClose={() => setErased(null)}
          onAct={() => erase(erased)}
        >
          <p class="text-sm text-soft">{text.eraseText}</p>
        </NoteDialog>
      )}
    </div>
  );
}

function firstPage({ id, pages }: DocumentRecord): Source {
  return { kind: "document", documentId: id, reference: pages === null ? "" : "p. 1", quote: "" };
}

/** One file at a time, for the whole shop. What is refused says why, and the button is ready again. */
function Upload() {
  const text = useText("documents");
  const frame = useText("frame");
  const mayAct = useMay("operate");
  const picker = useRef<HTMLInputElement>(null);
  const command = useCommand<DocumentRecord>([DOCUMENTS]);
  const reason = useReason(command.error);
  const send = (file: File) =>
    command.mutate(
      { path: `${DOCUMENTS}?${new URLSearchParams({ fileName: file.name.slice(0, 200) })}`, file },
      { onSuccess: ({ status }) => toast(status === "waiting" ? text.added : text.known) },
    );
  return (
    <div class="flex max-w-sm flex-col gap-1 max-lg:items-start lg:items-end lg:text-right">
      <input
        ref={picker}
        type="file"
        aria-label={text.add}
        tabIndex={-1}
        class="sr-only"
        accept=".pdf,.docx,.xlsx,.csv,.txt,.html,.htm"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file !== undefined) send(file);
        }}
      />
      <Button
        look="primary"
        icon="plus"
        isBusy={command.isPending}
        disabled={!mayAct}
        title={mayAct ? undefined : frame.readOnly}
        onClick={() => picker.current?.click()}
      >
        {command.isPending ? text.adding : text.add}
      </Button>
      <p class="text-xs text-pretty text-muted">{text.addHint}</p>
      {command.error !== null && <Refusal>{reason}</Refusal>}
    </div>
  );
}

interface TrialProps {
  readonly conversation: string | null;
  readonly onOpen: (source: Source) => void;
}

/** Asks as an agent would, and shows the passages with their pages. */
function Trial({ conversation, onOpen }: TrialProps) {
  const text = useText("documents");
  const [asked, setAsked] = useState("");
  const found = useApi<{ readonly items: readonly FoundPassage[] }>(`${DOCUMENTS}/search`, {
    query: { text: asked, conversationId: conversation },
    enabled: asked !== "",
    pollMs: false,
  });
  return (
    <div class="min-w-0 flex-1 basis-72">
      <AskForm label={text.searchFiles} action={text.search} onAsk={setAsked} />
      {asked !== "" && found.data === undefined && <AnswerPending answer={found} rows={2} />}
      {asked !== "" && found.data !== undefined && (
        <ul aria-label={text.found} class="mt-2 flex flex-col gap-2 text-sm">
          {found.data.items.length === 0 && <li class="text-muted">{text.nothingFound}</li>}
          {found.data.items.map(({ documentId, title, reference, text: words }) => (
            <li key={`${documentId} ${reference} ${words}`}>
              <button
                type="button"
                class="text-left text-accent hover:underline"
                onClick={() => onOpen({ kind: "document", documentId, reference, quote: words })}
              >
                {title} · {reference}
              </button>
              <p class="line-clamp-2 break-words text-soft" data-private>
                {words}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
