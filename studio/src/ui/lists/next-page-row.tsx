import type { NextPage } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../button.tsx";
import { useReason } from "../states/error-state.tsx";
import { SkeletonRows } from "../states/skeleton.tsx";

/** Stands where the next page will be shown: while it loads, and after it could not be loaded. */
export function NextPageRow({ page }: { readonly page: NextPage }) {
  const text = useText("frame");
  const reason = useReason(page.error);
  if (page.isLoading) return <SkeletonRows rows={1} />;
  if (page.error === null) return null;
  return (
    <div role="alert" class="flex flex-wrap items-center justify-center gap-3 px-4 py-4 text-sm">
      <p class="text-pretty text-bad">{reason}</p>
      <Button small icon="refresh" onClick={() => void page.load()}>
        {text.retry}
      </Button>
    </div>
  );
}
