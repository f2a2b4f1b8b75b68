import type { ComponentType } from "preact";
import { useErrorBoundary, useState } from "preact/hooks";
import type { ScreenEntry, ScreenProps } from "../screens/screen-entry.ts";
import { loadLaterTexts } from "../text/language.ts";
import { useText } from "../text/use-text.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/states/empty.tsx";
import { ErrorState } from "../ui/states/error-state.tsx";
import { SkeletonRows } from "../ui/states/skeleton.tsx";

type Loaded = { readonly screen: ComponentType<ScreenProps> } | { readonly error: unknown };

const loaded = new Map<string, Loaded>();

/** A screen, loaded when it is first opened. If it fails, the frame around it stays. */
export function LazyScreen({ entry, id }: { readonly entry: ScreenEntry; readonly id: string | null }) {
  const text = useText("frame");
  const [, setCount] = useState(0);
  const [crash, forget] = useErrorBoundary((error) => console.error(error));
  if (crash !== undefined) {
    return (
      <Empty icon="warning" title={text.crashTitle} text={text.crashText}>
        <Button icon="refresh" onClick={forget}>
          {text.retry}
        </Button>
      </Empty>
    );
  }
  const render = () => setCount((count) => count + 1);
  const here = loaded.get(entry.name);
  if (here === undefined) {
    void load(entry).then(render);
    return <SkeletonRows />;
  }
  if ("error" in here) {
    const retry = () => {
      loaded.delete(entry.name);
      render();
    };
    return <ErrorState error={here.error} onRetry={retry} />;
  }
  const { screen: Screen } = here;
  return <Screen id={id} />;
}

const loading = new Map<string, Promise<void>>();

/** Loads the screen. Pointing at a link calls it too, so that the click need not wait. */
export function load(entry: ScreenEntry): Promise<void> {
  const under = loading.get(entry.name);
  if (under !== undefined) return under;
  const work = Promise.all([entry.load(), entry.name === "inbox" ? undefined : loadLaterTexts()])
    .then(
      ([{ default: screen }]) => void loaded.set(entry.name, { screen }),
      (error: unknown) => void loaded.set(entry.name, { error }),
    )
    .finally(() => loading.delete(entry.name));
  loading.set(entry.name, work);
  return work;
}
