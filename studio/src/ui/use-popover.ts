import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Shuts an open panel inside `box`: by Escape, by a click elsewhere, and when the keyboard goes on to something else. Escape
 * shuts the panel and nothing behind it. A focus that would go with the panel returns to the box's first button.
 */
export function usePopover(box: RefObject<HTMLElement>, isOpen: boolean, onClose: () => void): void {
  // With the panel, and not after it is painted: a key that is pressed at once shuts it too.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && box.current?.contains(target) === false) onClose();
    };
    const shut = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onClose();
    };
    let hadFocus = false;
    const watch = () => {
      hadFocus = box.current?.contains(document.activeElement) === true;
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("focusin", watch);
    document.addEventListener("keydown", shut, true);
    watch();
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("focusin", watch);
      document.removeEventListener("keydown", shut, true);
      if (hadFocus && document.activeElement === document.body) box.current?.querySelector("button")?.focus();
    };
  }, [isOpen]);
}
