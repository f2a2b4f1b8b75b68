/** A placeholder in about the shape of what is loading. */
export function Skeleton({ class: className = "h-4 w-full" }: { readonly class?: string }) {
  return <span aria-hidden="true" class={`block animate-breathe rounded-md bg-hover ${className}`} />;
}

export function SkeletonRows({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div aria-busy="true" class="flex flex-col gap-5 p-5">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="flex items-center gap-3">
          <Skeleton class="size-9 shrink-0 rounded-full" />
          <div class="flex flex-1 flex-col gap-2">
            <Skeleton class="h-3.5 w-1/3" />
            <Skeleton class="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
