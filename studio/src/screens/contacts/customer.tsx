import { useState } from "preact/hooks";
import { Link, useSearchParams } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { Known, ShopOrder } from "../../api/types.ts";
import { useApi, useCommand, usePages } from "../../api/use-api.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { More } from "../../ui/lists/more.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useMoney } from "../../ui/values/money.ts";
import { useNumbers } from "../../ui/values/number.ts";
import { OrderStatusBadge } from "../../ui/values/order-status.tsx";
import { Phone } from "../../ui/values/phone.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";

/** `id` is of the conversation, by which a shop knows its customer. */
export function Customer({ id }: { readonly id: string }) {
  const text = useText("contacts");
  const frame = useText("frame");
  const codes = useCodes();
  const [search] = useSearchParams();
  const answer = useApi<Known>(`/internal/agent/conversations/${id}/knowledge`);
  const { data } = answer;
  const back = search.get("q");
  return (
    <div class="flex max-w-3xl flex-col gap-4">
      <Link
        href={`/contacts${back === null ? "" : `?q=${encodeURIComponent(back)}`}`}
        class="text-sm font-medium text-accent hover:underline md:hidden"
      >
        {text.back}
      </Link>
      {data === undefined ? (
        <AnswerPending answer={answer} rows={3} />
      ) : (
        <>
          <Panel>
            <div class="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3.5 text-sm">
              <div class="min-w-0">
                <h2 class="text-lg font-semibold break-words" data-private>
                  {data.contact.name ?? text.someone}
                </h2>
                <Phone phone={data.contact.phone} />
                <Sold contact={data.contact} />
                <p class="mt-1 text-xs text-muted">
                  {text.since} <RelativeTime at={data.contact.since} />
                </p>
              </div>
              <p class="flex flex-wrap gap-1" title={text.tags}>
                {data.contact.tags.length === 0 ? (
                  <span class="text-xs text-muted">{text.noTags}</span>
                ) : (
                  data.contact.tags.map((tag) => <Badge key={tag}>{tag}</Badge>)
                )}
                {data.contact.marketingStoppedAt !== null && <Badge tone="warn">{text.noMarketing}</Badge>}
              </p>
            </div>
            <p class="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-4 py-2.5 text-sm">
              <Link href={`/conversations/${id}`} class="font-medium text-accent hover:underline">
                {text.conversation}
              </Link>
              <Link href={`/knowledge?conversation=${id}`} class="font-medium text-accent hover:underline">
                {text.memory}
              </Link>
              {data.contact.marketingStoppedAt === null && (
                <StopMarketing id={id} contact={data.contact} onDone={answer.refetch} />
              )}
            </p>
          </Panel>
          <Orders contactId={data.contact.id} />
          <Panel title={text.history}>
            {data.sessions.length === 0 && <p class="px-4 py-3 text-sm text-muted">{text.noHistory}</p>}
            <ol class="divide-y divide-line text-sm">
              {data.sessions.map((session) => (
                <li key={session.id} class="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
                  <span>
                    {codes.mode(session.mode)}
                    {session.pack !== null && <span class="text-muted"> · {session.pack}</span>}
                  </span>
                  <span class="flex items-center gap-2 text-xs text-muted">
                    {text[session.status] ?? frame.none}
                    <RelativeTime at={session.createdAt} />
                  </span>
                </li>
              ))}
            </ol>
          </Panel>
        </>
      )}
    </div>
  );
}

/** The customer has told a person of the shop, by phone or at the counter, that they want no more promotions. */
function StopMarketing({
  id,
  contact,
  onDone,
}: {
  readonly id: string;
  readonly contact: Known["contact"];
  readonly onDone: () => void;
}) {
  const text = useText("contacts");
  const { actor } = useSession();
  const mayOperate = useMay("operate");
  const [isAsking, setAsking] = useState(false);
  const command = useCommand([`/internal/agent/conversations/${id}`, "/internal/agent/timers"]);
  if (!mayOperate) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => setAsking(true)}
        class="ml-auto rounded-sm font-medium text-bad hover:underline"
      >
        {text.stopMarketing}
      </button>
      {isAsking && (
        <NoteDialog
          title={text.stopMarketingTitle(contact.name ?? text.someone)}
          action={text.stopMarketing}
          look="danger"
          hasNote={false}
          isBusy={command.isPending}
          error={command.error}
          onClose={() => setAsking(false)}
          onAct={() =>
            command.mutate(
              { path: `/internal/agent/contacts/${contact.id}/stop-marketing`, body: { actor } },
              {
                onSuccess: () => {
                  setAsking(false);
                  toast(text.stoppedMarketing);
                  onDone();
                },
              },
            )
          }
        >
          <p class="text-sm text-pretty text-soft">{text.stopMarketingText}</p>
        </NoteDialog>
      )}
    </>
  );
}

/** What they said when they bought, and the nickname that WhatsApp knows them by. */
function Sold({ contact: { name, whatsappName, phone, sold } }: { readonly contact: Known["contact"] }) {
  const text = useText("contacts");
  const place = [sold.address, sold.city].filter((part) => part !== null).join(", ");
  return (
    <>
      {whatsappName !== null && whatsappName !== name && (
        <p class="mt-1 text-soft" data-private>
          {text.onWhatsapp(whatsappName)}
        </p>
      )}
      {place !== "" && (
        <p class="mt-1 break-words text-soft" data-private>
          {place}
        </p>
      )}
      {sold.otherPhone !== null && sold.otherPhone !== phone && (
        <p class="mt-1">
          {text.otherPhone} <Phone phone={sold.otherPhone} />
        </p>
      )}
    </>
  );
}

function Orders({ contactId }: { readonly contactId: string }) {
  const text = useText("contacts");
  const money = useMoney(null);
  const numbers = useNumbers();
  const pages = usePages<ShopOrder>("/internal/agent/orders", { query: { contactId, limit: 50 } });
  const { items } = pages;
  const counted = (items ?? []).filter(({ status }) => status !== "cancelled" && status !== "returned");
  const total = counted.reduce((sum, order) => sum + order.total, 0);
  return (
    <Panel
      title={text.orders}
      actions={
        counted.length > 0 && (
          <span class="text-sm text-muted">
            {text.bought(text.orderCount(counted.length, numbers.count(counted.length)), money(total))}
          </span>
        )
      }
    >
      {items === undefined && <AnswerPending answer={pages} rows={2} />}
      {items?.length === 0 && <p class="px-4 py-3 text-sm text-muted">{text.noOrders}</p>}
      <ul class="divide-y divide-line text-sm">
        {items?.map((order) => (
          <li key={order.id}>
            <Link
              href={`/orders/${order.id}`}
              class="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover"
            >
              <span class="min-w-0 flex-1 basis-40">
                {order.lines.map(({ qty, name }) => `${qty} × ${name}`).join(", ")}
                <span class="block text-xs text-muted">
                  <RelativeTime at={order.createdAt} />
                </span>
              </span>
              <b class="font-semibold">{money(order.total)}</b>
              <OrderStatusBadge status={order.status} />
            </Link>
          </li>
        ))}
      </ul>
      <More page={pages.nextPage} />
    </Panel>
  );
}
