import type { ComponentType } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "../text/use-text.ts";
import { toast } from "../ui/states/toast.tsx";
import type { PaletteProps } from "./palette.tsx";

/**
 * The search is loaded when it is first opened: the first page needs none of it. What is typed meanwhile is not lost, and
 * no letter of it is a shortcut of the page behind.
 */
export function LazyPalette(props: Omit<PaletteProps, "begun">) {
  const text = useText("frame");
  const [begun, setBegun] = useState("");
  const box = useRef<HTMLDialogElement>(null);
  const [Loaded, setLoaded] = useState<ComponentType<PaletteProps> | null>(null);
  // Before the next key.
  useLayoutEffect(() => {
    box.current?.showModal();
    import("./palette.tsx").then(
      ({ Palette }) => setLoaded(() => Palette),
      () => {
        toast(text.failedTitle, "bad");
        props.onClose();
      },
    );
  }, []);
  if (Loaded !== null) return <Loaded {...props} begun={begun} />;
  return (
    <dialog
      ref={box}
      aria-label={text.search}
      onCancel={props.onClose}
      class="mx-auto mt-[10dvh] w-[calc(100vw-2rem)] max-w-xl rounded-xl border border-line bg-raised p-0 text-ink"
    >
      <input
        aria-label={text.search}
        onInput={(event) => setBegun(event.currentTarget.value)}
        class="h-13 w-full bg-transparent px-4 outline-none"
      />
    </dialog>
  );
}
