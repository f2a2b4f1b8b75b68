import { useEffect, useState } from "preact/hooks";
import { Redirect, Route, Switch, useLocation } from "wouter-preact";
import { useLive } from "../api/live.ts";
import { useSession } from "../api/session.tsx";
import { resumeUnsent } from "../api/unsent.ts";
import { SCREENS } from "../screens/registry.ts";
import { useText } from "../text/use-text.ts";
import { Button } from "../ui/button.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { Empty } from "../ui/states/empty.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { useAllScreens } from "./faces.ts";
import { LazyPalette } from "./lazy-palette.tsx";
import { LazyScreen } from "./lazy-screen.tsx";
import { LostBanner } from "./lost-banner.tsx";
import { Notifier } from "./notifier.tsx";
import { homeOf } from "./places.ts";
import { Rail } from "./rail.tsx";
import { RefusedScreen } from "./refused-screen.tsx";
import { ShortcutList } from "./shortcut-list.tsx";
import { Tour } from "./tour.tsx";

/** The frame around every screen. */
export function Frame() {
  const text = useText("frame");
  const [, navigate] = useLocation();
  const connection = useLive(true);
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  const close = () => setOpen(null);
  const allowed = useAllScreens();
  useShortcuts({
    "?": () => setOpen("shortcuts"),
    "mod+k": () => setOpen("palette"),
    ...Object.fromEntries(allowed.map((screen) => [`g ${screen.key}`, () => navigate(homeOf(screen))])),
  });
  const { actor } = useSession();
  useEffect(() => resumeUnsent(actor), [actor]);
  useEffect(keepFromOpeningFiles, []);
  return (
    <div class="flex h-full flex-col">
      <LostBanner isLost={connection === "lost"} />
      <div class="flex min-h-0 flex-1 flex-col md:flex-row">
        <a
          href="#screen"
          class="sr-only rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
        >
          {text.skipToContent}
        </a>
        <Rail connection={connection} onPalette={() => setOpen("palette")} onShortcuts={() => setOpen("shortcuts")} />
        <main id="screen" tabIndex={-1} class="min-h-0 min-w-0 flex-1 outline-none">
          <Switch>
            <Route path="/">
              <Redirect to="/inbox" replace />
            </Route>
            <Route path="/sign-in">
              <Redirect to="/inbox" replace />
            </Route>
            {SCREENS.flatMap((entry) =>
              entry.paths.map((path) => (
                // One key for all addresses of a screen: it keeps its state when a person goes from
                // one to the other.
                <Route key={entry.name} path={path}>
                  {(params: { readonly id?: string }) =>
                    allowed.includes(entry) ? (
                      <LazyScreen key={entry.name} entry={entry} id={params.id ?? null} />
                    ) : (
                      <RefusedScreen key={entry.name} entry={entry} />
                    )
                  }
                </Route>
              )),
            )}
            <Route>
              <Empty icon="search" title={text.notFoundTitle} text={text.notFoundText}>
                <Button look="primary" onClick={() => navigate("/inbox")}>
                  {text.goToInbox}
                </Button>
              </Empty>
            </Route>
          </Switch>
        </main>
        <BottomBar connection={connection} onShortcuts={() => setOpen("shortcuts")} />
      </div>
      <Notifier />
      <Tour />
      {open === "palette" && <LazyPalette onClose={close} onShortcuts={() => setOpen("shortcuts")} />}
      {open === "shortcuts" && <ShortcutList onClose={close} />}
    </div>
  );
}

/** A browser opens a file that misses its place in the Studio's own place, with what was being written. */
function keepFromOpeningFiles(): () => void {
  const heed = (event: DragEvent) => {
    const isField = event.target instanceof HTMLInputElement && event.target.type === "file";
    if (!isField && event.dataTransfer?.types.includes("Files") === true) event.preventDefault();
  };
  const kinds = ["dragover", "drop"] as const;
  for (const kind of kinds) window.addEventListener(kind, heed);
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, heed);
  };
}
