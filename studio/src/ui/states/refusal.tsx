import type { ComponentChildren } from "preact";

interface RefusalProps {
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** Why what a person has just asked for was not done, beside what they asked with. */
export function Refusal({ children, class: className = "" }: RefusalProps) {
  return (
    <p role="alert" class={`rounded-md bg-bad-wash px-3 py-2 text-sm text-bad ${className}`}>
      {children}
    </p>
  );
}
