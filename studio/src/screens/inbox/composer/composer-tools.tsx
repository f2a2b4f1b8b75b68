import { useRef } from "preact/hooks";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { chooseEnter, useEnter } from "./enter-choice.ts";

/** What WhatsApp takes from a shop; the server judges by the bytes. */
const ACCEPTED = "image/*,video/mp4,video/3gpp,audio/*,application/pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt";

interface ComposerToolsProps {
  readonly isNote: boolean;
  readonly hint: string | null;
  readonly isEmojiOpen: boolean;
  readonly onEmoji: () => void;
  readonly onFiles: (files: Iterable<File>) => void;
  readonly onCanned: () => void;
}

/** The row below the box: files, camera, emoji, texts of the shop, and what Enter does. */
export function ComposerTools({ isNote, hint, isEmojiOpen, onEmoji, onFiles, onCanned }: ComposerToolsProps) {
  const text = useText("inbox");
  const enter = useEnter();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const heed = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    if (input.files !== null) onFiles([...input.files]);
    // The same file may be chosen again.
    input.value = "";
  };
  return (
    <div class="mt-1 flex flex-wrap items-center gap-x-0.5 text-xs text-muted">
      {!isNote && (
        <>
          <IconButton icon="clip" label={text.attach} onClick={() => files.current?.click()} />
          <input
            ref={files}
            type="file"
            multiple
            accept={ACCEPTED}
            aria-label={text.attach}
            tabIndex={-1}
            onChange={heed}
            class="sr-only"
          />
          <IconButton
            icon="camera"
            label={text.camera}
            onClick={() => camera.current?.click()}
            class="pointer-fine:hidden"
          />
          <input
            ref={camera}
            type="file"
            accept="image/*"
            capture="environment"
            aria-label={text.camera}
            tabIndex={-1}
            onChange={heed}
            class="sr-only"
          />
          <IconButton icon="smile" label={text.emoji} aria-expanded={isEmojiOpen} onClick={onEmoji} />
          <IconButton icon="slash" label={text.canned} onClick={onCanned} />
        </>
      )}
      <p class={`flex-1 px-1 ${hint === null ? "" : "basis-48"}`}>{hint}</p>
      <button
        type="button"
        aria-pressed={enter === "send"}
        title={text.enterChange}
        onClick={() => chooseEnter(enter === "send" ? "line" : "send")}
        class="h-7 rounded-md px-2 whitespace-nowrap hover:bg-hover hover:text-ink max-sm:hidden"
      >
        {enter === "send" ? text.enterSends : text.enterBreaks}
      </button>
    </div>
  );
}
