import { useState } from "preact/hooks";
import { Link, useRoute } from "wouter-preact";
import type { Connection } from "../api/live.ts";
import type { ScreenEntry } from "../screens/screen-entry.ts";
import { useText } from "../text/use-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { AccountSettings } from "./account-menu.tsx";
import { ConnectionMark } from "./connection-mark.tsx";
import { useFace, useFaceScreens } from "./faces.ts";
import { homeOf, useIsHere } from "./places.ts";
import { useWaiting, WaitingMark } from "./waiting-mark.tsx";

interface BottomBarProps {
  readonly connection: Connection;
  readonly onShortcuts: () => void;
}

/** The bar of a phone: four screens within reach of the thumb, the others under `More`. */
export function BottomBar({ connection, onShortcuts }: BottomBarProps) {
  const text = useText("frame");
  const screens = useFaceScreens();
  const face = useFace();
  // The face says which four a thumb reaches first; the workshop has its own.
  const near = face === "workshop" ? screens.filter(({ onPhones }) => onPhones) : screens.slice(0, 4);
  const [isOpen, setOpen] = useState(false);
  // A conversation has the whole height of a phone; its own arrow leads back.
  const [isConversation] = useRoute("/conversations/:id");
  const close = () => setOpen(false);
  return (
    <>
      <nav
        aria-label={text.navigation}
        class={`shrink-0 border-t border-line bg-sunken pb-[env(safe-area-inset-bottom)] md:hidden ${isConversation ? "hidden" : "flex"}`}
      >
        {near.map((entry) => (
          <BarLink key={entry.name} entry={entry} />
        ))}
        <button
          type="button"
          onClick={() => setOpen(true)}
          class="flex h-14 flex-auto flex-col items-center justify-center gap-0.5 text-2xs font-medium text-muted"
        >
          <Icon name="more" size={20} />
          {text.more}
        </button>
      </nav>
      {isOpen && (
        <Dialog title={text.more} onClose={close}>
          <ul class="mb-4 grid grid-cols-2 gap-1">
            {screens
              .filter((entry) => !near.includes(entry))
              .map((entry) => (
                <li key={entry.name}>
                  <MoreLink entry={entry} onClick={close} />
                </li>
              ))}
          </ul>
          <ConnectionMark connection={connection} isLabelled />
          <AccountSettings
            onShortcuts={() => {
              close();
              onShortcuts();
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function BarLink({ entry }: { readonly entry: ScreenEntry }) {
  const title = useText("screens")[entry.name];
  const isHere = useIsHere(entry);
  const waiting = useWaiting(entry.name);
  return (
    <Link
      href={homeOf(entry)}
      aria-current={isHere ? "page" : undefined}
      class={`relative flex h-14 min-w-0 flex-auto flex-col items-center justify-center gap-0.5 text-2xs font-medium ${isHere ? "text-accent" : "text-muted"}`}
    >
      <Icon name={entry.icon} size={20} />
      <span class="max-w-full truncate px-1">{title}</span>
      <WaitingMark count={waiting} isOnPhone />
    </Link>
  );
}

function MoreLink({ entry, onClick }: { readonly entry: ScreenEntry; readonly onClick: () => void }) {
  const title = useText("screens")[entry.name];
  return (
    <Link
      href={homeOf(entry)}
      onClick={onClick}
      class="flex h-11 items-center gap-3 rounded-md px-2 text-sm font-medium text-soft hover:bg-hover"
    >
      <Icon name={entry.icon} />
      {title}
    </Link>
  );
}
