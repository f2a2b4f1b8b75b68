import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

interface ScreenProps {
  readonly title: string;
  /** One line under the title: what this screen answers. */
  readonly about?: string;
  /** Buttons at the right of the title. */
  readonly actions?: ComponentChildren;
  /** A row under the title: tabs, a search, filters. */
  readonly bar?: ComponentChildren;
  /** True when a part of the screen, such as a virtual list, scrolls by itself. */
  readonly isFilled?: boolean;
  readonly children: ComponentChildren;
}

const SCROLLING = "min-h-0 flex-1 overflow-y-auto px-4 pb-8 focus-visible:-outline-offset-2 md:px-8";

/** The common parts of a screen: its title, and a body that scrolls. */
export function Screen({ title, about, actions, bar, isFilled = false, children }: ScreenProps) {
  useTitle(title);
  return (
    <div class="flex h-full min-h-0 flex-col">
      <header class="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-4 pt-5 pb-4 md:px-8 md:pt-7">
        <div>
          <h1 class="text-2xl font-semibold">{title}</h1>
          {about !== undefined && <p class="mt-0.5 text-sm text-muted">{about}</p>}
        </div>
        {actions !== undefined && <div class="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {bar !== undefined && <div class="px-4 pb-3 md:px-8">{bar}</div>}
      {isFilled ? (
        <div class="flex min-h-0 flex-1 flex-col overflow-hidden px-4 md:px-8">{children}</div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section aria-label={title} tabIndex={0} class={SCROLLING}>
          {children}
        </section>
      )}
    </div>
  );
}

let shownTitle = "";
let waiting = 0;

function writeTitle(): void {
  document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${shownTitle} · Recado`;
}

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    shownTitle = title;
    writeTitle();
  }, [title]);
}

/** How many conversations wait for a person, before the title and on the icon of an installed app. */
export function showWaiting(count: number): void {
  waiting = count;
  writeTitle();
  // Only an installed app has an icon to mark; a browser may refuse it.
  if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => undefined);
}

/** A bordered card with an optional title. */
export function Panel({
  title,
  actions,
  children,
  class: className = "",
}: {
  readonly title?: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly class?: string;
}) {
  return (
    <section class={`rounded-lg border border-line bg-surface shadow-card ${className}`}>
      {title !== undefined && (
        <header class="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
          <h2 class="text-sm font-semibold">{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
