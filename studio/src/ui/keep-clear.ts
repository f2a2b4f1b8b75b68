import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** The height of the bar that is worked with at the foot of the page. What floats there stands above it (ABOVE_FOOT). */
const FOOT = "--foot";

/** For what lies over the page at its foot: above the bar of the screen, or else above the bar of a phone. */
export const ABOVE_FOOT = "bottom-[calc(var(--foot,4rem)+1rem)] md:bottom-[calc(var(--foot,0.5rem)+1rem)]";

/** Keeps the bar with this ref clear of toasts and cards while it is shown, whatever height it grows to. */
export function useKeepClear<Bar extends HTMLElement>(): RefObject<Bar> {
  const bar = useRef<Bar>(null);
  useLayoutEffect(() => {
    const shown = bar.current;
    if (shown === null) return;
    const { style } = document.documentElement;
    const heights = new ResizeObserver(() => style.setProperty(FOOT, `${shown.offsetHeight}px`));
    heights.observe(shown);
    return () => {
      heights.disconnect();
      style.removeProperty(FOOT);
    };
  }, []);
  return bar;
}
