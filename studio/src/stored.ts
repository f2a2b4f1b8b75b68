import { useEffect, useState } from "preact/hooks";

/**
 * A choice that this browser remembers. If the browser forbids storage, it lasts until the page is
 * left.
 */
export interface Stored<Value extends string> {
  get(): Value;
  set(value: Value): void;
  subscribe(heed: () => void): () => void;
}

export function createStored<Value extends string>(key: string, read: (text: string | null) => Value): Stored<Value> {
  let value = read(readStorage(key));
  const heeding = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      writeStorage(key, next);
      for (const heed of heeding) heed();
    },
    subscribe(heed) {
      heeding.add(heed);
      return () => heeding.delete(heed);
    },
  };
}

export function useStored<Value extends string>(stored: Stored<Value>): Value {
  const [value, setValue] = useState(stored.get);
  useEffect(() => {
    setValue(stored.get);
    return stored.subscribe(() => setValue(stored.get));
  }, [stored]);
  return value;
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeStorage(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is forbidden or full: the choice lasts until the page is left.
  }
}
