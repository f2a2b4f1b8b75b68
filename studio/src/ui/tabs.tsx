import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly count?: number;
}

interface TabsProps<Name extends string> {
  readonly tabs: readonly Tab<Name>[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  /** The name of the tab list, for screen readers. */
  readonly label: string;
  /** The content of the chosen tab. Without it the tabs filter something elsewhere on the page. */
  readonly children?: ComponentChildren;
}

/** Room for the shadow that says that there are more. */
const EDGE_PX = 20;

/** Arrow keys move between them. */
export function Tabs<Name extends string>({ tabs, chosen, onChoose, label, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // A phone has no room for all: the chosen one is among those that are seen.
  useLayoutEffect(() => {
    const row = list.current;
    const tab = row?.querySelector("[aria-selected=true]")?.getBoundingClientRect();
    const place = row?.getBoundingClientRect();
    if (row === null || tab === undefined || place === undefined) return;
    if (tab.right > place.right - EDGE_PX) row.scrollLeft += tab.right - place.right + EDGE_PX;
    else if (tab.left < place.left + EDGE_PX) row.scrollLeft += tab.left - place.left - EDGE_PX;
  }, [chosen, tabs.map(({ label: words, count }) => `${words} ${count}`).join()]);
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.name}`)}`)?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        class="more-beside flex gap-1 overflow-x-auto border-b border-line px-1 [scrollbar-width:none]"
      >
        {tabs.map(({ name, label: words, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={children === undefined ? undefined : `${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            class={`-mb-px flex h-10 shrink-0 items-center gap-1.5 border-b-2 px-2.5 text-sm font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2 ${
              name === chosen ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink"
            }`}
          >
            {words}
            {count !== undefined && count > 0 && (
              <span class="rounded-full bg-hover px-1.5 text-xs text-soft">{count}</span>
            )}
          </button>
        ))}
      </div>
      {children !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without a control of its own must be reachable
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} tabIndex={0} class="min-h-0 flex-1">
          {children}
        </div>
      )}
    </>
  );
}
