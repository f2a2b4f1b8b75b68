import { useText } from "../text/use-text.ts";
import { Button } from "./button.tsx";

interface MoreProps {
  readonly pages: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage(): unknown };
}

/** Loads the next page of a list, if there is one. */
export function More({ pages }: MoreProps) {
  const text = useText("frame");
  if (!pages.hasNextPage) return null;
  return (
    <div class="flex justify-center py-4">
      <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {text.loadMore}
      </Button>
    </div>
  );
}
