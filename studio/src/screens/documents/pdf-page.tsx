import { useEffect, useRef, useState } from "preact/hooks";
import { useText } from "../../text/use-text.ts";

/** Wide enough to read small print in the dialog. */
const WIDTH = 1_000;

interface PdfPageProps {
  readonly url: string;
  readonly page: number;
}

/** One page of a PDF, drawn here: no script of the file runs, and nothing of it is fetched from elsewhere. */
export function PdfPage({ url, page }: PdfPageProps) {
  const text = useText("documents");
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<"drawing" | "drawn" | "failed">("drawing");
  useEffect(() => {
    const stopped = new AbortController();
    setState("drawing");
    draw(url, page, canvas.current, stopped.signal)
      .then(() => setState("drawn"))
      .catch(() => {
        if (!stopped.signal.aborted) setState("failed");
      });
    return () => stopped.abort();
  }, [url, page]);
  return (
    <figure class="m-0">
      <figcaption class="mb-1 text-xs text-muted">{text.page(page)}</figcaption>
      {state === "drawing" && <p class="text-sm text-muted">{text.drawing}</p>}
      {state === "failed" && (
        <p role="alert" class="text-sm text-warn">
          {text.notDrawn}
        </p>
      )}
      <canvas
        ref={canvas}
        role="img"
        aria-label={text.page(page)}
        data-private
        class={`h-auto w-full rounded-md border border-line bg-white ${state === "drawn" ? "" : "hidden"}`}
      />
    </figure>
  );
}

async function draw(url: string, page: number, canvas: HTMLCanvasElement | null, signal: AbortSignal): Promise<void> {
  const [response, { getDocument }] = await Promise.all([
    fetch(url, { credentials: "same-origin", signal }),
    import("unpdf/pdfjs"),
  ]);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const data = new Uint8Array(await response.arrayBuffer());
  const opening = getDocument({ data, isEvalSupported: false, useSystemFonts: true });
  try {
    const document = await opening.promise;
    const shown = await document.getPage(page);
    const natural = shown.getViewport({ scale: 1 });
    const viewport = shown.getViewport({ scale: WIDTH / natural.width });
    const context = canvas?.getContext("2d") ?? null;
    if (canvas === null || context === null || signal.aborted) return;
    canvas.width = Math.ceil(viewport.width);
    canvas.height = Math.ceil(viewport.height);
    await shown.render({ canvas: null, canvasContext: context, viewport }).promise;
  } finally {
    void opening.destroy();
  }
}
