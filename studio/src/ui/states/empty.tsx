import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../icon.tsx";

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** The reason why the list is empty, or what fills it. */
  readonly text?: string;
  /** The button or link that helps. */
  readonly children?: ComponentChildren;
}

export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div class="flex animate-rise flex-col items-center justify-center gap-1 px-6 py-14 text-center">
      <span class="mb-3 grid size-13 place-items-center rounded-xl bg-accent-wash text-accent">
        <Icon name={icon} size={24} />
      </span>
      <h2 class="text-lg font-semibold">{title}</h2>
      {text !== undefined && <p class="max-w-sm text-sm text-pretty text-muted">{text}</p>}
      {children !== undefined && <div class="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
