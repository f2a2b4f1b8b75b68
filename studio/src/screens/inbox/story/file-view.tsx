import { useState } from "preact/hooks";
import type { ShownFile } from "../../../api/types.ts";
import { useText } from "../../../text/use-text.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useNumbers } from "../../../ui/values/number.ts";
import { fileUrl } from "./file-url.ts";
import { Lightbox } from "./lightbox.tsx";

interface FileViewProps {
  readonly file: ShownFile;
  /** The words beside it: what a picture is for those who do not see it. */
  readonly caption: string | null;
}

/** A file of the conversation: a picture that opens large, a voice note, a video, or a document to save. */
export function FileView({ file, caption }: FileViewProps) {
  const text = useText("inbox");
  const [isOpen, setOpen] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const url = fileUrl(file.id);
  if (file.status !== "stored") {
    return (
      <p class="flex items-center gap-1.5 text-xs text-muted italic">
        <Icon name={file.status === "waiting" ? "clock" : "warning"} size={14} />
        {file.fileName !== null && file.status !== "erased" && (
          <span class="max-w-48 truncate not-italic">{file.fileName}</span>
        )}
        {file.status === "waiting" ? text.fileComing : file.status === "erased" ? text.fileErased : text.fileGone}
      </p>
    );
  }
  if (isBroken) return <SaveLink file={file} />;
  if (file.kind === "image" || file.kind === "sticker") {
    const words = caption ?? text.media(file.kind);
    return (
      <>
        <button
          type="button"
          onClick={() => setOpen(true)}
          aria-label={text.enlarge(words)}
          class="mb-1 block overflow-hidden rounded-lg"
        >
          <img
            src={url}
            alt={words}
            loading="lazy"
            onError={() => setBroken(true)}
            class={`block min-h-16 min-w-16 bg-hover object-cover ${file.kind === "sticker" ? "size-32" : "max-h-72 max-w-full"}`}
          />
        </button>
        {isOpen && <Lightbox url={url} words={words} fileName={file.fileName} onClose={() => setOpen(false)} />}
      </>
    );
  }
  if (file.kind === "audio") {
    return (
      <div class="mb-1 flex flex-wrap items-center gap-2">
        {/* biome-ignore lint/a11y/useMediaCaption: the words of a voice note stand below it as its transcript */}
        <audio
          src={url}
          controls
          preload="none"
          aria-label={text.media("audio")}
          onError={() => setBroken(true)}
          class="h-10 w-64 max-w-full"
        />
        <SaveLink file={file} isSmall />
      </div>
    );
  }
  if (file.kind === "video") {
    return (
      <div class="mb-1">
        {/* biome-ignore lint/a11y/useMediaCaption: a customer's video has none */}
        <video
          src={url}
          controls
          preload="metadata"
          aria-label={text.media("video")}
          onError={() => setBroken(true)}
          class="max-h-72 max-w-full rounded-lg bg-sunken"
        />
        <SaveLink file={file} isSmall />
      </div>
    );
  }
  return <SaveLink file={file} />;
}

function SaveLink({ file, isSmall = false }: { readonly file: ShownFile; readonly isSmall?: boolean }) {
  const text = useText("inbox");
  const { count } = useNumbers();
  const name = file.fileName ?? text.media(file.kind);
  const size = file.sizeBytes === null ? "" : ` · ${count(Math.max(1, Math.round(file.sizeBytes / 1024)))} KB`;
  return (
    <a
      href={fileUrl(file.id)}
      download={file.fileName ?? file.id}
      // What is read aloud holds what is shown: a person who speaks to the screen says the words on it.
      aria-label={isSmall ? text.save(name) : text.save(`${name}${size}`)}
      class={`inline-flex max-w-full items-center gap-2 rounded-md border border-line bg-surface text-xs font-medium text-accent hover:border-strong ${isSmall ? "h-8 px-2" : "mb-1 px-3 py-2"}`}
    >
      <Icon name="download" size={16} class="shrink-0" />
      {!isSmall && (
        <span class="min-w-0 truncate">
          {name}
          <span class="text-muted">{size}</span>
        </span>
      )}
    </a>
  );
}
