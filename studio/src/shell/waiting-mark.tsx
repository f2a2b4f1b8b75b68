import { useCounts } from "../api/use-counts.ts";
import type { ScreenName } from "../screens/screen-entry.ts";
import { useText } from "../text/use-text.ts";

/** What waits on a screen for a person. */
export function useWaiting(screen: ScreenName): number {
  const counts = useCounts();
  if (counts === undefined) return 0;
  if (screen === "inbox") return counts.needsMe;
  if (screen === "confirmations") return counts.confirmations + counts.tasks + counts.alerts;
  return screen === "runs" ? counts.deadLetters : 0;
}

export function WaitingMark({ count, isOnPhone = false }: { readonly count: number; readonly isOnPhone?: boolean }) {
  const text = useText("frame");
  if (count === 0) return null;
  return (
    <span
      class={`grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-2xs font-semibold text-on-accent ${
        isOnPhone ? "absolute top-1 left-1/2 ml-1.5" : "max-xl:absolute max-xl:-top-0.5 max-xl:right-0 xl:ml-auto"
      }`}
    >
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span class="sr-only">{text.waiting(count)}</span>
    </span>
  );
}
