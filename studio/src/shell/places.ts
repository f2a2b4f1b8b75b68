import { useRoute } from "wouter-preact";
import type { ScreenEntry } from "../screens/screen-entry.ts";

/** The address that opens a screen: `/runs` for `/runs/:id?`. */
export function homeOf({ paths }: ScreenEntry): string {
  return (paths[0] ?? "/").replace(/\/:.*$/, "");
}

/** Tells whether one of a screen's addresses is shown. No screen has more than two. */
export function useIsHere({ paths }: ScreenEntry): boolean {
  const [isFirst] = useRoute(paths[0] ?? "/-");
  const [isSecond] = useRoute(paths[1] ?? "/-");
  return isFirst || isSecond;
}
