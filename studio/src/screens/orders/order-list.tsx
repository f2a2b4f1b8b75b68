import { Link } from "wouter-preact";
import type { ShopOrder } from "../../api/types.ts";
import { usePages } from "../../api/use-api.ts";
import { masked } from "../../text/phone-number.ts";
import { useText } from "../../text/use-text.ts";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { useMoney } from "../../ui/values/money.ts";
import { OrderStatusBadge } from "../../ui/values/order-status.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import type { OrderSearch } from "./order-search.ts";
import { ORDERS, whatOf } from "./order-words.ts";

/** All orders, the newest first. */
export function OrderList({ search }: { readonly search: OrderSearch }) {
  const text = useText("orders");
  const money = useMoney(null);
  const pages = usePages<ShopOrder>(ORDERS, { query: { ...search } });
  const { items } = pages;
  if (items === undefined) return <AnswerPending answer={pages} />;
  if (items.length === 0) {
    const isNarrowed = search.q !== null || search.city !== null || search.from !== null;
    return (
      <Empty
        icon="orders"
        title={isNarrowed ? text.noneTitle : text.emptyTitle}
        text={isNarrowed ? text.noneText : text.emptyText}
      />
    );
  }
  return (
    <VirtualList
      label={text.title}
      items={items}
      keyOf={({ id }) => id}
      estimatePx={64}
      nextPage={pages.nextPage}
      render={(order) => (
        <Link
          href={`/orders/${order.id}`}
          class="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 border-b border-line px-3 py-2.5 text-sm hover:bg-hover focus-visible:-outline-offset-2 lg:grid-cols-[13rem_1fr_7rem_7rem_4rem]"
        >
          <span class="truncate font-medium" data-private>
            {order.contact.name ?? (order.contact.phone === null ? text.someone : masked(order.contact.phone))}
          </span>
          <span class="order-last truncate text-xs text-muted max-lg:col-span-2 lg:order-none lg:text-sm" data-private>
            {whatOf(order)} · {order.address}
          </span>
          <span class="text-right font-semibold">{money(order.total)}</span>
          <span>
            <OrderStatusBadge status={order.status} />
          </span>
          <span class="text-right text-xs text-muted">
            <RelativeTime at={order.createdAt} short />
          </span>
        </Link>
      )}
    />
  );
}
