import type { Paper } from "../../api/types.ts";
import { usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { NextPageRow } from "../../ui/lists/next-page-row.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";

/** What `/dev-review` has saved, the newest first. */
export function Reports() {
  const text = useText("knowledge");
  const { nextPage, ...answer } = usePages<Paper>("/internal/agent/reports");
  const { items } = answer;
  if (items === undefined) return <AnswerPending answer={answer} />;
  if (items.length === 0) return <Empty icon="check" title={text.noReportsTitle} text={text.noReportsText} />;
  return (
    <ul aria-label={text.reports} class="min-h-0 flex-1 overflow-y-auto">
      {items.map((report, at) => (
        <li key={report.id} class="border-b border-line py-2">
          <details open={at === 0}>
            <summary class="cursor-pointer px-2 py-1.5 text-sm font-medium">
              {report.title}{" "}
              <span class="text-xs font-normal text-muted">
                {report.by} · <RelativeTime at={report.at} />
              </span>
            </summary>
            <p class="px-2 py-2 text-sm break-words whitespace-pre-wrap" data-private>
              {report.text}
            </p>
          </details>
        </li>
      ))}
      <NextPageRow page={nextPage} />
      {nextPage.exists && !nextPage.isLoading && (
        <li class="py-3 text-center">
          <Button small onClick={() => void nextPage.load()}>
            {text.moreReports}
          </Button>
        </li>
      )}
    </ul>
  );
}
