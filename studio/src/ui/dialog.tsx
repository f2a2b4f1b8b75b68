import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useText } from "../text/use-text.ts";
import { IconButton } from "./button.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The buttons at the foot; the one that acts comes last. */
  readonly actions?: ComponentChildren;
  readonly wide?: boolean;
}

/**
 * The dialog is open while it is rendered. Escape, the cross and a click outside close it; focus
 * returns to where it was.
 */
export function Dialog({ title, onClose, children, actions, wide = false }: DialogProps) {
  const text = useText("frame");
  const titleId = useId();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // Focus goes to the title, so that an Enter meant for something else approves nothing.
    dialog?.querySelector("h2")?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The keyboard closes it with Escape.
      onMouseDown={(event) => {
        if (event.target === box.current) onClose();
      }}
      class={`w-[calc(100vw-2rem)] animate-rise rounded-xl border border-line bg-raised p-0 text-ink shadow-float backdrop:bg-[oklch(0.15_0.02_270/0.45)] ${wide ? "max-w-3xl" : "max-w-lg"}`}
    >
      <div class="flex max-h-[85dvh] flex-col">
        <header class="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
          <h2 id={titleId} tabIndex={-1} class="text-base font-semibold outline-none">
            {title}
          </h2>
          <IconButton icon="close" label={text.close} onClick={onClose} />
        </header>
        <div class="min-h-0 overflow-y-auto px-5 py-4">{children}</div>
        {actions !== undefined && (
          <footer class="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</footer>
        )}
      </div>
    </dialog>
  );
}
