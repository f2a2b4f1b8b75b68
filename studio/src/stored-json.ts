/**
 * What this browser keeps of a person's unfinished work, as JSON. If the browser forbids storage, it
 * lasts until the page is left.
 */
const BEGINNING = "recado.kept.";

export function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`${BEGINNING}${key}`) ?? "null");
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function keep(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`${BEGINNING}${key}`);
    else localStorage.setItem(`${BEGINNING}${key}`, JSON.stringify(value));
  } catch {
    // Storage is forbidden or full: the work lasts until the page is left.
  }
}

/** Calls `heed` when another window of this browser has changed what is kept under `key`. */
export function onKeptElsewhere(key: string, heed: () => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key === `${BEGINNING}${key}`) heed();
  });
}

/** Sign-out calls this: another person may sit here next. */
export function forgetKept(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(BEGINNING)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
