import { Link } from "wouter-preact";
import type { Connection } from "../api/live.ts";
import type { ScreenEntry } from "../screens/screen-entry.ts";
import { useText } from "../text/use-text.ts";
import { Icon } from "../ui/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { ConnectionMark } from "./connection-mark.tsx";
import { useFaceScreens } from "./faces.ts";
import { load } from "./lazy-screen.tsx";
import { Logo } from "./logo.tsx";
import { homeOf, useIsHere } from "./places.ts";
import { useWaiting, WaitingMark } from "./waiting-mark.tsx";

interface RailProps {
  readonly connection: Connection;
  readonly onPalette: () => void;
  readonly onShortcuts: () => void;
}

/** The screens on the left: with their names if there is room, else as icons. */
export function Rail({ connection, onPalette, onShortcuts }: RailProps) {
  const text = useText("frame");
  const screens = useFaceScreens();
  return (
    <header class="hidden shrink-0 flex-col border-r border-line bg-sunken px-2.5 py-4 md:flex md:w-16 xl:w-56">
      <Link href="/inbox" class="mb-5 flex items-center gap-2.5 rounded-md px-2 xl:px-2.5" aria-label={text.appName}>
        <Logo />
        <span class="hidden text-lg font-semibold tracking-tight xl:inline">{text.appName}</span>
      </Link>
      <button
        type="button"
        onClick={onPalette}
        title={text.search}
        data-tour="search"
        class="mb-4 flex h-9 items-center gap-2.5 rounded-md border border-line bg-surface px-3 text-sm text-muted shadow-card transition-colors hover:border-strong"
      >
        <Icon name="search" size={16} class="shrink-0" />
        <span class="sr-only flex-1 text-left xl:not-sr-only">{text.search}</span>
        <kbd class="hidden font-sans text-2xs xl:inline">Ctrl K</kbd>
      </button>
      <nav aria-label={text.navigation} class="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto">
        {screens.map((entry) => (
          <RailLink key={entry.name} entry={entry} />
        ))}
      </nav>
      <ConnectionMark connection={connection} />
      <AccountMenu onShortcuts={onShortcuts} />
    </header>
  );
}

function RailLink({ entry }: { readonly entry: ScreenEntry }) {
  const title = useText("screens")[entry.name];
  const isHere = useIsHere(entry);
  const waiting = useWaiting(entry.name);
  return (
    <Link
      href={homeOf(entry)}
      aria-current={isHere ? "page" : undefined}
      title={title}
      onPointerEnter={() => void load(entry)}
      class={`relative flex h-9 items-center gap-3 rounded-md px-3 text-sm font-medium transition-colors duration-150 ${
        isHere ? "bg-surface text-accent shadow-card" : "text-soft hover:bg-hover hover:text-ink"
      }`}
    >
      <Icon name={entry.icon} class="shrink-0" />
      <span class="hidden truncate xl:inline">{title}</span>
      <span class="sr-only xl:hidden">{title}</span>
      <WaitingMark count={waiting} />
    </Link>
  );
}
