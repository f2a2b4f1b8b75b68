import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { useCounts } from "../api/use-counts.ts";
import { useLanguage, useText } from "../text/use-text.ts";
import { showWaiting } from "../ui/screen.tsx";
import { registerWorker } from "./device-notices.ts";
import { playSound } from "./sound.ts";

/** Marks the title with what waits, and sounds when more waits than before. */
export function Notifier() {
  const text = useText("frame");
  const counts = useCounts();
  const before = useRef<number | null>(null);
  const waiting = counts?.needsMe ?? 0;
  // A new word in a conversation that waits already is news too.
  const news = counts === undefined ? null : counts.unread + counts.confirmations + counts.tasks;
  const [, navigate] = useLocation();
  const language = useLanguage();
  useEffect(() => void registerWorker(), [language]);
  useEffect(() => {
    // A notification was touched while this window was open.
    const open = ({ data }: MessageEvent) => {
      const path = (data as { open?: unknown } | null)?.open;
      if (typeof path === "string" && path.startsWith("/")) navigate(path);
    };
    navigator.serviceWorker?.addEventListener("message", open);
    return () => navigator.serviceWorker?.removeEventListener("message", open);
  }, [navigate]);
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
