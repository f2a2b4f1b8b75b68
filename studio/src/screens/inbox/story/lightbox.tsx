import { useEffect, useRef, useState } from "preact/hooks";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

interface LightboxProps {
  readonly url: string;
  readonly words: string;
  readonly fileName: string | null;
  readonly onClose: () => void;
}

const ZOOMS = [1, 2, 4] as const;

/** A picture over the whole window. A click or `+` brings it nearer: the number of a payment slip is small. */
export function Lightbox({ url, words, fileName, onClose }: LightboxProps) {
  const text = useText("inbox");
  const frame = useText("frame");
  const box = useRef<HTMLDialogElement>(null);
  const [zoom, setZoom] = useState<number>(1);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    box.current?.showModal();
    return () => box.current?.close();
  }, []);
  const step = (by: number) =>
    setZoom((now) => ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, ZOOMS.indexOf(now as 1) + by))] ?? 1);
  return (
    <dialog
      ref={box}
      aria-label={words}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === "+") step(1);
        if (event.key === "-") step(-1);
        if (event.key === "r") setTurn((now) => (now + 90) % 360);
      }}
      class="h-dvh max-h-none w-screen max-w-none bg-transparent p-0 text-ink backdrop:bg-[oklch(0.15_0.02_270/0.85)]"
    >
      <div class="flex h-full flex-col">
        <div class="flex justify-end gap-1 bg-raised px-2 py-1.5">
          <p class="mr-auto truncate self-center pl-2 text-sm">{words}</p>
          <IconButton icon="minus" label={text.zoomOut} disabled={zoom === 1} onClick={() => step(-1)} />
          <IconButton icon="plus" label={text.zoomIn} disabled={zoom === 4} onClick={() => step(1)} />
          <IconButton icon="refresh" label={text.turn} onClick={() => setTurn((now) => (now + 90) % 360)} />
          <a
            href={url}
            download={fileName ?? ""}
            aria-label={text.save(fileName ?? words)}
            title={text.save(fileName ?? words)}
            class="inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
          >
            <Icon name="download" />
          </a>
          <IconButton icon="close" label={frame.close} onClick={onClose} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div tabIndex={0} class="grid min-h-0 flex-1 overflow-auto p-3">
          <button
            type="button"
            aria-label={zoom === 4 ? text.zoomOut : text.zoomIn}
            onClick={() => (zoom === 4 ? setZoom(1) : step(1))}
            class="m-auto"
          >
            <img
              src={url}
              alt={words}
              style={{ rotate: `${turn}deg`, width: zoom === 1 ? undefined : `${zoom * 90}vw` }}
              class={zoom === 1 ? "max-h-[82dvh] max-w-[94vw] object-contain" : "max-w-none"}
            />
          </button>
        </div>
      </div>
    </dialog>
  );
}
