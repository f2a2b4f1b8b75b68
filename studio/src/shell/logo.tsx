/** A folded note. */
export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" class="shrink-0">
      <rect width="32" height="32" rx="9" class="fill-accent" />
      <path
        d="M9 8.5h14a1.5 1.5 0 0 1 1.5 1.500v8.200L18.2 24.500H9A1.5 1.5 0 0 1 7.5 23V10A1.5 1.5 0 0 1 9 8.500Z"
        class="fill-on-accent"
      />
      <path d="M24.5 18.200h-4.800a1.5 1.5 0 0 0-1.5 1.500v4.800Z" class="fill-accent-wash" />
      <path d="M11.5 13h9M11.5 17h5" class="stroke-accent" stroke-width="1.8" stroke-linecap="round" />
    </svg>
  );
}
