import { useEffect, useState } from "preact/hooks";
import { refreshWhere } from "./cache.ts";
import { isServerReached, onReach, probe } from "./reach.ts";
import { COUNTS } from "./use-counts.ts";

export type Topic = "conversation" | "run" | "confirmation" | "timer" | "alert";

interface LiveEvent {
  readonly topic: Topic;
  readonly id: string;
  readonly conversationId: string | null;
}

export type Connection = "live" | "polling" | "lost";

const STREAM = "/internal/agent/stream";

/** The lists that show a topic. The parts of one conversation stand below its own path. */
const SHOWN_IN: Readonly<Record<Topic, readonly string[]>> = {
  conversation: ["/internal/agent/inbox", COUNTS, "/internal/agent/conversations", "/internal/agent/tasks"],
  run: ["/internal/agent/runs", "/internal/agent/plans", "/internal/agent/inbox", COUNTS, "/internal/agent/costs"],
  // A sandbox with the real CRM continues when a question of its conversation is answered.
  confirmation: ["/internal/agent/confirmations", COUNTS, "/internal/agent/sandboxes/"],
  timer: ["/internal/agent/timers", "/internal/agent/inbox"],
  alert: ["/internal/agent/alerts", COUNTS],
};

/** Announcements that arrive within this time lead to one refresh. */
const GATHER_MS = 150;

/** How often a server that was lost is asked whether it is back. */
const ASK_AGAIN_MS = 2_000;

/** Keeps the shown answers fresh, and tells how. A stream that ended is resumed where it ended. */
export function useLive(isSignedIn: boolean): Connection {
  const [connection, setConnection] = useState<Connection>("polling");
  useEffect(() => {
    if (!isSignedIn) return;
    const heard = gatherer();
    let source: EventSource | null = null;
    let again: ReturnType<typeof setTimeout> | undefined;
    let isOpen = false;
    const tell = () => setConnection(!isServerReached() ? "lost" : isOpen ? "live" : "polling");
    const leave = onReach((isReached) => {
      tell();
      // What was missed while the server was away is asked for at once.
      if (isReached) void refreshWhere(() => true);
    });
    const asking = setInterval(() => {
      if (!isServerReached()) void probe();
    }, ASK_AGAIN_MS);
    const open = () => {
      source = new EventSource(STREAM);
      source.onopen = () => {
        isOpen = true;
        tell();
      };
      source.onmessage = ({ data }) => heard(read(String(data)));
      // The browser was away for longer than the server remembers, so everything may have changed.
      source.addEventListener("reset", () => void refreshWhere(() => true));
      source.onerror = () => {
        isOpen = false;
        // A stream also ends where the server is well: only an answer tells.
        void probe().then(tell);
        // The browser reconnects by itself after a cut, but not after a refusal.
        if (source?.readyState !== EventSource.CLOSED) return;
        again = setTimeout(open, 10_000);
      };
    };
    open();
    return () => {
      source?.close();
      clearTimeout(again);
      clearInterval(asking);
      leave();
    };
  }, [isSignedIn]);
  return connection;
}

function read(data: string): LiveEvent | null {
  try {
    return JSON.parse(data) as LiveEvent;
  } catch {
    return null;
  }
}

function gatherer(): (event: LiveEvent | null) => void {
  let touched = new Set<string>();
  let isWaiting = false;
  const flush = () => {
    const paths = touched;
    touched = new Set();
    isWaiting = false;
    void refreshWhere((path) => isUnder(path, paths));
  };
  return (event) => {
    if (event === null || !(event.topic in SHOWN_IN)) return;
    for (const path of SHOWN_IN[event.topic]) touched.add(path);
    touched.add(`/internal/agent/${event.topic}s/${event.id}/`);
    if (event.conversationId !== null) touched.add(`/internal/agent/conversations/${event.conversationId}/`);
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(flush, GATHER_MS);
  };
}

/** A path that ends in `/` covers the thing itself and everything below it. */
function isUnder(path: string, touched: ReadonlySet<string>): boolean {
  if (touched.has(path)) return true;
  for (const one of touched) if (one.endsWith("/") && `${path}/`.startsWith(one)) return true;
  return false;
}
