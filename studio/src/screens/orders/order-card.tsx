import { Link } from "wouter-preact";
import { useMay } from "../../api/session.tsx";
import type { ShopOrder } from "../../api/types.ts";
import { masked } from "../../text/phone-number.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useMoney } from "../../ui/values/money.ts";
import { RelativeTime } from "../../ui/values/time.tsx";
import { stepWord, usualStep, whatOf } from "./order-words.ts";
import type { Step } from "./step-dialog.tsx";

/** An order on the board: who, what, how much, where to, and the step that comes next. */
export function OrderCard({ order, onStep }: { readonly order: ShopOrder; readonly onStep: (step: Step) => void }) {
  const text = useText("orders");
  const money = useMoney(null);
  const mayChange = useMay("operate");
  const to = usualStep(order);
  const { contact, address, carrier, guide, files } = order;
  const who = contact.name ?? (contact.phone === null ? text.someone : masked(contact.phone));
  return (
    <article class="rounded-md border border-line bg-surface px-3 py-2.5 text-sm shadow-card">
      <Link href={`/orders/${order.id}`} class="block rounded-sm hover:text-accent">
        <span class="flex items-baseline justify-between gap-2">
          <span class="truncate font-semibold" data-private>
            {who}
          </span>
          <span class="shrink-0 font-semibold">{money(order.total)}</span>
        </span>
        <span class="mt-0.5 line-clamp-2 text-xs text-soft">{whatOf(order)}</span>
      </Link>
      <p class="mt-1 line-clamp-2 text-xs text-muted" data-private>
        {address}
      </p>
      {guide !== null && (
        <p class="mt-1 flex items-center gap-1 text-xs text-calm">
          <Icon name="truck" size={14} />
          <span class="truncate">
            {carrier} · {guide}
          </span>
        </p>
      )}
      <div class="mt-2 flex items-center justify-between gap-2">
        <span class="flex items-center gap-2 text-xs text-muted">
          <RelativeTime at={order.createdAt} short />
          {files.length > 0 && <Icon name="file" size={14} class="text-good" />}
          <Link
            href={`/conversations/${order.conversationId}`}
            aria-label={text.conversationOf(who)}
            title={text.conversation}
            class="-my-1 grid size-8 place-items-center rounded-md text-accent hover:bg-hover"
          >
            <Icon name="conversation" size={16} />
          </Link>
        </span>
        {to !== null && mayChange && (
          <Button small onClick={() => onStep({ order, to })}>
            {stepWord(text, to)}
          </Button>
        )}
      </div>
    </article>
  );
}
