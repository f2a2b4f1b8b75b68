import { useEffect, useRef } from "preact/hooks";

/**
 * Handlers by the typed key (`j`, `/`, `?`, `Escape`) or by two in a row (`g i`). `mod+k` is Ctrl
 * or ⌘.
 */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const SEQUENCE_MS = 1_200;

/**
 * The shortcuts are active while the component is shown, except while a person types in a field or
 * a dialog is open.
 */
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
      // Enter belongs to a focused link or button.
      if (event.key === "Enter" && isPressable(event.target)) return;
      const key = isMod ? `mod+${event.key.toLowerCase()}` : event.key;
      const isSoon = event.timeStamp - beforeAt < SEQUENCE_MS;
      const act = (isSoon ? current.current[`${before} ${key}`] : undefined) ?? current.current[key];
      before = key;
      beforeAt = event.timeStamp;
      if (act === undefined) return;
      event.preventDefault();
      before = "";
      // Moving through the list takes focus from the button pressed before, so that Enter opens the
      // list's item.
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
