import { useEffect, useState } from "preact/hooks";

/** What Chromium offers before a person installs the page as an app. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
const heeding = new Set<() => void>();

const change = (next: InstallOffer | null) => {
  offer = next;
  for (const heed of heeding) heed();
};
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  change(event as InstallOffer);
});
window.addEventListener("appinstalled", () => change(null));

/** Installs the Studio as an app; null where the browser does not offer it, or has done it. */
export function useInstall(): (() => Promise<void>) | null {
  const [shown, setShown] = useState(offer);
  useEffect(() => {
    const heed = () => setShown(offer);
    heed();
    heeding.add(heed);
    return () => void heeding.delete(heed);
  }, []);
  if (shown === null) return null;
  return async () => {
    await shown.prompt();
    change(null);
  };
}
