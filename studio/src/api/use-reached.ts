import { useEffect, useState } from "preact/hooks";
import { isServerReached, onReach } from "./reach.ts";

/** Tells whether the server can be reached; each change redraws. */
export function useReached(): boolean {
  const [isReached, setReached] = useState(isServerReached);
  useEffect(() => {
    setReached(isServerReached());
    return onReach(setReached);
  }, []);
  return isReached;
}
