import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { IconButton } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { usePopover } from "./use-popover.ts";

interface MenuProps {
  readonly icon: IconName;
  readonly label: string;
  /** What stands in it; `close` shuts it. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens a panel below it. Arrow keys and Tab move in it. */
export function Menu({ icon, label, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  usePopover(box, isOpen, () => setOpen(false));
  const steer = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const all = [...(box.current?.querySelectorAll("button") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[(at + step + all.length) % all.length]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows are heard for the buttons inside
    <div ref={box} class="relative" onKeyDown={isOpen ? steer : undefined}>
      <IconButton
        icon={icon}
        label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div
          id={id}
          class="absolute top-full right-0 z-40 mt-1 flex w-64 animate-rise flex-col rounded-lg border border-line bg-raised p-1.5 shadow-float"
        >
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}

interface MenuItemProps {
  readonly icon?: IconName;
  readonly isChosen?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

export function MenuItem({ icon, isChosen = false, onClick, children }: MenuItemProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen || undefined}
      onClick={onClick}
      class={`flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-left text-sm hover:bg-hover ${isChosen ? "font-semibold text-accent" : "text-soft"}`}
    >
      {icon !== undefined && <Icon name={icon} size={16} class="shrink-0" />}
      <span class="min-w-0 flex-1 truncate">{children}</span>
    </button>
  );
}
