import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useMay } from "../../api/session.tsx";
import type { OrderStatus, ShopOrder } from "../../api/types.ts";
import { useApi } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Panel, Screen } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { useMoney } from "../../ui/values/money.ts";
import { OrderStatusBadge } from "../../ui/values/order-status.tsx";
import { Phone } from "../../ui/values/phone.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { History } from "./history.tsx";
import { Label } from "./label.tsx";
import { ORDERS, stepWord } from "./order-words.ts";
import { StepDialog } from "./step-dialog.tsx";

/** One order: what to ship, to whom, what was paid, and what became of it. */
export function OrderPage({ id }: { readonly id: string }) {
  const text = useText("orders");
  const answer = useApi<ShopOrder>(`${ORDERS}/${encodeURIComponent(id)}`);
  const { data: order } = answer;
  return (
    <Screen
      title={order?.contact.name ?? text.title}
      actions={
        <Link
          href="/orders"
          class="inline-flex h-9.5 items-center gap-1.5 text-sm font-medium text-accent hover:underline"
        >
          <Icon name="back" size={16} />
          {text.back}
        </Link>
      }
    >
      {order === undefined ? <AnswerPending answer={answer} /> : <Order order={order} />}
    </Screen>
  );
}

function Order({ order }: { readonly order: ShopOrder }) {
  const text = useText("orders");
  const money = useMoney(null);
  const mayChange = useMay("operate");
  const [to, setTo] = useState<OrderStatus | null>(null);
  const [isEditing, setEditing] = useState(false);
  const [first, ...others] = order.next.filter((step) => step !== "pending");
  return (
    <div class="grid gap-4 *:min-w-0 lg:grid-cols-[3fr_2fr]">
      <div class="flex flex-col gap-4">
        <Panel class="px-5 py-4">
          <div class="flex flex-wrap items-center justify-between gap-3">
            <p class="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <OrderStatusBadge status={order.status} />
              <RelativeTime at={order.createdAt} />
              <Phone phone={order.contact.phone} />
            </p>
            <Link
              href={`/conversations/${order.conversationId}`}
              class="text-sm font-medium text-accent hover:underline"
            >
              {text.conversation}
            </Link>
          </div>
          <ul class="mt-4 flex flex-col gap-1.5 text-sm">
            {order.lines.map(({ name, qty, unitPrice }, index) => (
              <li key={index} class="flex justify-between gap-4">
                <span>
                  {qty} × {name}
                </span>
                <span class="text-muted">{money(qty * unitPrice)}</span>
              </li>
            ))}
          </ul>
          <p class="mt-3 flex justify-between border-t border-line pt-3 text-lg font-semibold">
            <span>{text.total}</span>
            <span>{money(order.total)}</span>
          </p>
          <dl class="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
            {order.guide !== null && (
              <>
                <Term name={text.carrier}>{order.carrier}</Term>
                <Term name={text.guide}>
                  <span class="font-mono">{order.guide}</span>
                </Term>
              </>
            )}
            <Term name={text.note}>{order.note ?? <span class="text-muted">{text.noNote}</span>}</Term>
          </dl>
          {mayChange && (
            <div class="mt-5 flex flex-wrap gap-2">
              {first !== undefined && first !== "cancelled" && (
                <Button look="primary" icon={first === "sent" ? "truck" : "check"} onClick={() => setTo(first)}>
                  {stepWord(text, first)}
                </Button>
              )}
              {(first === "cancelled" ? [first, ...others] : others).map((step) => (
                <Button key={step} look={step === "cancelled" ? "danger" : "plain"} onClick={() => setTo(step)}>
                  {stepWord(text, step)}
                </Button>
              ))}
              {order.status !== "cancelled" && (
                <Button look="quiet" icon="note" onClick={() => setEditing(true)}>
                  {text.edit}
                </Button>
              )}
            </div>
          )}
        </Panel>
        <Panel title={text.proofs} class="pb-1">
          <Files order={order} />
        </Panel>
      </div>
      <div class="flex flex-col gap-4">
        <Label order={order} />
        <Panel title={text.history}>
          <History order={order} />
        </Panel>
      </div>
      {to !== null && <StepDialog order={order} to={to} onClose={() => setTo(null)} />}
      {isEditing && <EditDialog order={order} onClose={() => setEditing(false)} />}
    </div>
  );
}

function Term({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt class="text-muted">{name}</dt>
      <dd class="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** The proof of a payment stands beside what it pays. */
function Files({ order: { files } }: { readonly order: ShopOrder }) {
  const text = useText("orders");
  if (files.length === 0) return <p class="px-4 py-3 text-sm text-muted">{text.noProofs}</p>;
  return (
    <ul class="grid grid-cols-2 gap-3 px-4 py-3 md:grid-cols-3">
      {files.map(({ id, kind, createdAt }) => {
        const source = `/internal/agent/media/${id}/content`;
        return (
          <li key={id} class="text-xs text-muted">
            <a href={source} target="_blank" rel="noreferrer" class="block" aria-label={text.openFile(kind)}>
              {kind === "image" ? (
                <img
                  src={source}
                  alt=""
                  loading="lazy"
                  class="h-40 w-full rounded-md border border-line object-cover"
                />
              ) : (
                <span class="grid h-40 place-items-center rounded-md border border-line bg-sunken">
                  <Icon name="file" size={28} />
                </span>
              )}
            </a>
            <RelativeTime at={createdAt} />
          </li>
        );
      })}
    </ul>
  );
}
