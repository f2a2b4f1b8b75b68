import { useState } from "preact/hooks";
import type { OrderStatus, ShopOrder } from "../../api/types.ts";
import { useApi, usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { More } from "../../ui/lists/more.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { useNumbers } from "../../ui/values/number.ts";
import { STATUS_TONES } from "../../ui/values/order-status.tsx";
import { OrderCard } from "./order-card.tsx";
import type { OrderSearch } from "./order-search.ts";
import { ORDERS, STATUSES } from "./order-words.ts";
import { type Step, StepDialog } from "./step-dialog.tsx";

/** People ship by small numbers; years of delivered orders are not counted for a larger one. */
const MOST = 1_000;

/**
 * A column for each status; an empty one is narrow, so that the others are in view. A column reads its own pages, so that
 * 50,000 delivered orders weigh nothing.
 */
export function Board({ search }: { readonly search: OrderSearch }) {
  const text = useText("orders");
  const [step, setStep] = useState<Step | null>(null);
  const { data: counts } = useApi<Readonly<Record<OrderStatus, number>>>(`${ORDERS}/counts`, {
    query: { from: search.from, most: MOST },
  });
  const isNarrowed = search.q !== null || search.city !== null;
  if (counts !== undefined && !isNarrowed && search.from === null && Object.values(counts).every((n) => n === 0)) {
    return <Empty icon="orders" title={text.emptyTitle} text={text.emptyText} />;
  }
  return (
    <section
      class="flex min-h-0 flex-1 gap-3 overflow-x-auto pb-4 max-md:snap-x"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard
      tabIndex={0}
      aria-label={text.board}
    >
      {STATUSES.map((status) => (
        <Column
          key={status}
          status={status}
          search={search}
          count={isNarrowed ? undefined : counts?.[status]}
          onStep={setStep}
        />
      ))}
      {step !== null && <StepDialog {...step} onClose={() => setStep(null)} />}
    </section>
  );
}

interface ColumnProps {
  readonly status: OrderStatus;
  readonly search: OrderSearch;
  readonly count: number | undefined;
  readonly onStep: (step: Step) => void;
}

function Column({ status, search, count, onStep }: ColumnProps) {
  const text = useText("orders");
  const numbers = useNumbers();
  const pages = usePages<ShopOrder>(ORDERS, { query: { status, limit: 20, ...search } });
  const { items } = pages;
  return (
    <section
      aria-label={text[status]}
      class={`flex min-h-0 flex-col rounded-lg border border-line bg-sunken ${items?.length === 0 ? "w-28 min-w-26 max-md:order-last max-md:shrink-0" : "w-72 min-w-64 max-md:w-[82vw] max-md:shrink-0"} ${items !== undefined && items.length > 0 ? "snap-start" : ""}`}
    >
      <h2 class="flex items-center justify-between gap-2 px-3 py-2.5 text-sm font-semibold">
        {text[status]}
        {count !== undefined && count > 0 && (
          <Badge tone={STATUS_TONES[status]}>
            {count < MOST ? numbers.count(count) : `${numbers.count(MOST - 1)}+`}
          </Badge>
        )}
      </h2>
      <div class="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-2 pb-2">
        {items === undefined && <AnswerPending answer={pages} rows={3} />}
        {items?.length === 0 && <p class="px-1 py-3 text-sm text-muted">{text.noneHere}</p>}
        {items !== undefined && items.length > 0 && (
          <ul aria-label={text.ordersIn(text[status])} class="flex flex-col gap-2">
            {items.map((order) => (
              <li key={order.id}>
                <OrderCard order={order} onStep={onStep} />
              </li>
            ))}
          </ul>
        )}
        <More page={pages.nextPage} />
      </div>
    </section>
  );
}
