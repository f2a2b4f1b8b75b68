import { useEffect, useRef } from "preact/hooks";
import { useCounts } from "../api/use-counts.ts";
import { useText } from "../text/use-text.ts";
import { showWaiting } from "../ui/screen.tsx";
import { playSound } from "./sound.ts";

/** Marks the title with what waits, and sounds when more waits than before. */
export function Notifier() {
  const text = useText("frame");
  const counts = useCounts();
  const before = useRef<number | null>(null);
  const waiting = counts?.needsMe ?? 0;
  // A new word in a conversation that waits already is news too.
  const news = counts === undefined ? null : counts.unread + counts.confirmations + counts.tasks;
  useEffect(() => showWaiting(waiting), [waiting]);
  useEffect(() => {
    if (news === null) return;
    if (before.current !== null && news > before.current) playSound();
    before.current = news;
  }, [news]);
  return (
    <p class="sr-only" role="status">
      {waiting > 0 ? text.waitsTitle(waiting) : ""}
    </p>
  );
}
