import { useEffect, useState } from "preact/hooks";
import { useText } from "../../text/use-text.ts";
import { IconButton } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { ABOVE_FOOT } from "../keep-clear.ts";

interface Toast {
  readonly id: number;
  readonly tone: "good" | "bad";
  readonly text: string;
}

const SHOWN_MS = 6_000;
const toasts = new EventTarget();
let lastId = 0;

/** Tells for a moment how a command ended. A failure stays until it is closed. */
export function toast(text: string, tone: Toast["tone"] = "good"): void {
  lastId += 1;
  toasts.dispatchEvent(new CustomEvent<Toast>("toast", { detail: { id: lastId, tone, text } }));
}

export function Toasts() {
  const text = useText("frame");
  const [shown, setShown] = useState<readonly Toast[]>([]);
  const close = (id: number) => setShown((all) => all.filter((one) => one.id !== id));
  useEffect(() => {
    const show = (event: Event) => {
      if (!(event instanceof CustomEvent)) return;
      const one: Toast = event.detail;
      setShown((all) => [...all.slice(-3), one]);
      if (one.tone === "good") setTimeout(() => close(one.id), SHOWN_MS);
    };
    toasts.addEventListener("toast", show);
    return () => toasts.removeEventListener("toast", show);
  }, []);
  return (
    <div
      role="status"
      aria-live="polite"
      class={`pointer-events-none fixed inset-x-4 z-50 flex flex-col items-center gap-2 md:inset-x-auto md:right-6 md:items-end ${ABOVE_FOOT}`}
    >
      {shown.map(({ id, tone, text: words }) => (
        <div
          key={id}
          class="pointer-events-auto flex max-w-md animate-rise items-center gap-2.5 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3.5 text-sm shadow-float"
        >
          <Icon
            name={tone === "good" ? "check" : "warning"}
            class={`shrink-0 ${tone === "good" ? "text-good" : "text-bad"}`}
          />
          <span class="py-1">{words}</span>
          <IconButton icon="close" label={text.close} onClick={() => close(id)} />
        </div>
      ))}
    </div>
  );
}
