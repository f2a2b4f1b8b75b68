import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { useMay } from "../api/session.tsx";
import type { InboxCounts } from "../api/types.ts";
import { useCounts } from "../api/use-counts.ts";
import { useLanguage, useText } from "../text/use-text.ts";
import { showWaiting } from "../ui/screen.tsx";
import { keepNotices, registerWorker } from "./device-notices.ts";
import { playSound } from "./sound.ts";

/** Marks the title with what waits, and sounds when more waits than before. */
export function Notifier() {
  const text = useText("frame");
  const counts = useCounts();
  const before = useRef<InboxCounts | undefined>(undefined);
  const waiting = counts?.needsMe ?? 0;
  const [, navigate] = useLocation();
  const language = useLanguage();
  useEffect(() => void registerWorker(), [language]);
  const mayOperate = useMay("operate");
  useEffect(() => {
    // The next visit tells it again.
    if (mayOperate) keepNotices().catch(() => undefined);
  }, [mayOperate]);
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
    if (before.current !== undefined && counts !== undefined && isNews(before.current, counts)) playSound();
    before.current = counts;
  }, [counts]);
  return (
    <p class="sr-only" role="status">
      {waiting > 0 ? text.waitsTitle(waiting) : ""}
    </p>
  );
}

/** A new word in a conversation that waits already is news too. */
function isNews(before: InboxCounts, now: InboxCounts): boolean {
  if (Date.parse(now.newestUnreadAt ?? "") > Date.parse(before.newestUnreadAt ?? "1970-01-01")) return true;
  return (["unread", "confirmations", "tasks"] as const).some((what) => now[what] > before[what]);
}
