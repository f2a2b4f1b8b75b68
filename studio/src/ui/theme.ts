import { createStored, useStored } from "../stored.ts";

export type Theme = "system" | "light" | "dark";

const chosen = createStored<Theme>("recado.theme", (text) => (text === "light" || text === "dark" ? text : "system"));

export function useTheme(): Theme {
  return useStored(chosen);
}

export function chooseTheme(theme: Theme): void {
  chosen.set(theme);
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
