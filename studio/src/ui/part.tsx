import type { ComponentChildren } from "preact";

interface PartProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** A part of a sheet, under a quiet title. */
export function Part({ title, children, class: className = "" }: PartProps) {
  return (
    <section class={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <h3 class="text-xs font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}
