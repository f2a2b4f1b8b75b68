import { useEffect, useRef } from "preact/hooks";

/** By key as it is typed (`j`, `/`, `?`, `Escape`), or two in a row (`g i`). `mod+k` is Ctrl or ⌘. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const SEQUENCE_MS = 1_200;

/** Heard while the component is shown, and nobody is typing in a field or answering a dialog. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    let before = "";
    let beforeAt = 0;
    const heed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const isMod = event.ctrlKey || event.metaKey;
      if (!isMod && (isTyping(event.target) || document.querySelector("dialog[open]") !== null)) return;
      // Where the focus stands, Enter is its own.
      if (event.key === "Enter" && isPressable(event.target)) return;
      const key = isMod ? `mod+${event.key.toLowerCase()}` : event.key;
      const isSoon = event.timeStamp - beforeAt < SEQUENCE_MS;
      const act = (isSoon ? current.current[`${before} ${key}`] : undefined) ?? current.current[key];
      before = key;
      beforeAt = event.timeStamp;
      if (act === undefined) return;
      event.preventDefault();
      before = "";
      // Whoever steers through a list by letters has left what was pressed before: Enter is the list's again.
      if (current.current["Enter"] !== undefined && isPressable(event.target)) event.target.blur();
      act(event);
    };
    document.addEventListener("keydown", heed);
    return () => document.removeEventListener("keydown", heed);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}

function isPressable(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.closest("a[href], button, summary") !== null;
}
