import type { NextPage } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../button.tsx";
import { NextPageRow } from "./next-page-row.tsx";

/** Loads the next page of a list, if there is one. */
export function More({ page }: { readonly page: NextPage }) {
  const text = useText("frame");
  if (!page.exists) return null;
  if (page.error !== null) return <NextPageRow page={page} />;
  return (
    <div class="flex justify-center py-4">
      <Button isBusy={page.isLoading} onClick={() => void page.load()}>
        {text.loadMore}
      </Button>
    </div>
  );
}
