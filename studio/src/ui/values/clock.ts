import { useEffect, useState } from "preact/hooks";

/** One interval moves every clock of the page. */
const heeding = new Set<(now: number) => void>();
let beat: ReturnType<typeof setInterval> | null = null;

/** The time, renewed every second while a component uses it. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    heeding.add(setNow);
    beat ??= setInterval(() => {
      if (document.hidden) return;
      const now = Date.now();
      for (const heed of heeding) heed(now);
    }, 1_000);
    return () => {
      heeding.delete(setNow);
      if (heeding.size > 0 || beat === null) return;
      clearInterval(beat);
      beat = null;
    };
  }, []);
  return now;
}
