import type { DocumentChunk, DocumentRecord } from "../../api/types.ts";
import { useApi } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { DOCUMENTS } from "./paths.ts";
import { PdfPage } from "./pdf-page.tsx";
import { pageOf, type Source } from "./source.ts";

/** What a claim rests on: the page of the document as it looks, or the words of the web page. */
export function SourceDialog({ source, onClose }: { readonly source: Source; readonly onClose: () => void }) {
  const text = useText("documents");
  return (
    <Dialog title={text.source} onClose={onClose} wide>
      {source.kind === "web" ? <WebPassage {...source} /> : <DocumentPassage {...source} />}
    </Dialog>
  );
}

function WebPassage({ url, title, quote }: Extract<Source, { kind: "web" }>) {
  const text = useText("documents");
  return (
    <div class="flex flex-col gap-3 text-sm">
      <p class="font-medium break-words">{title}</p>
      {quote !== "" && <Quote label={text.quote} words={quote} />}
      <a href={url} target="_blank" rel="noopener noreferrer" class="break-all text-accent hover:underline">
        {text.openWeb}: {url}
      </a>
    </div>
  );
}

function DocumentPassage({ documentId, reference, quote }: Extract<Source, { kind: "document" }>) {
  const text = useText("documents");
  const path = `${DOCUMENTS}/${documentId}`;
  const document = useApi<DocumentRecord>(path, { pollMs: false });
  const chunks = useApi<{ readonly items: readonly DocumentChunk[] }>(`${path}/chunks`, {
    query: { reference },
    pollMs: false,
  });
  if (document.data === undefined) return <AnswerPending answer={document} rows={3} />;
  const { fileName, title, mediaType, sizeBytes } = document.data;
  const page = pageOf(reference);
  return (
    <div class="flex flex-col gap-3 text-sm">
      <p class="font-medium break-words">
        {title ?? fileName ?? text.erased} · {reference}
      </p>
      {quote !== "" && <Quote label={text.quote} words={quote} />}
      {sizeBytes === null && <p class="text-warn">{text.gone}</p>}
      {page !== null && mediaType === "application/pdf" && sizeBytes !== null && (
        <PdfPage url={`${path}/content`} page={page} />
      )}
      {(chunks.data?.items ?? []).map((chunk) => (
        <Quote key={chunk.place} label={`${text.passage} (${chunk.reference})`} words={chunk.text} />
      ))}
      {sizeBytes !== null && (
        <a href={`${path}/content`} download={fileName ?? documentId} class="text-accent hover:underline">
          {text.download}
        </a>
      )}
    </div>
  );
}

function Quote({ label, words }: { readonly label: string; readonly words: string }) {
  return (
    <div>
      <p class="text-xs text-muted">{label}</p>
      <blockquote
        class="mt-0.5 max-h-60 overflow-y-auto border-l-2 border-accent pl-3 break-words whitespace-pre-wrap text-soft"
        data-private
      >
        {words}
      </blockquote>
    </div>
  );
}
