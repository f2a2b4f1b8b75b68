import { useLayoutEffect, useReducer } from "preact/hooks";

/**
 * Redraws the component when `heeding` is told. It listens from its first drawing on: an effect begins a frame later, and what
 * a person writes before then would stay undrawn, and Enter would send the box as it was drawn, empty.
 */
export function useRedraw(heeding: Set<() => void>): void {
  const [, draw] = useReducer<number, void>((n) => n + 1, 0);
  useLayoutEffect(() => {
    heeding.add(draw);
    return () => void heeding.delete(draw);
  }, [heeding]);
}
