import { useState } from "preact/hooks";
import { ApiError } from "../../api/request.ts";
import { useSession } from "../../api/session.tsx";
import type { ChangedOrder, OrderStatus, ShopOrder } from "../../api/types.ts";
import { useCommand } from "../../api/use-api.ts";
import { createStored } from "../../stored.ts";
import { knownText } from "../../text/known-text.ts";
import { useText } from "../../text/use-text.ts";
import { Field, Input } from "../../ui/fields/field.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useMoney } from "../../ui/values/money.ts";
import { ORDERS, stepWord, whatOf } from "./order-words.ts";

/** A shop mostly ships with one carrier: the last one stands in the field. */
const lastCarrier = createStored<string>("recado.carrier", (text) => text ?? "");

export interface Step {
  readonly order: ShopOrder;
  readonly to: OrderStatus;
}

/** Says whose order, what and how much before it moves. A sent one gets its carrier and number. */
export function StepDialog({ order, to, onClose }: Step & { readonly onClose: () => void }) {
  const text = useText("orders");
  const money = useMoney(null);
  const { actor } = useSession();
  const [carrier, setCarrier] = useState(order.carrier ?? lastCarrier.get());
  const [guide, setGuide] = useState(order.guide ?? "");
  const [notify, setNotify] = useState(true);
  // One key for this dialog: a press that is repeated after a lost answer is the same request.
  const [key] = useState(() => crypto.randomUUID());
  const change = useCommand<ChangedOrder>([ORDERS, "/internal/agent/conversations"]);
  const isSent = to === "sent";
  const isCancelled = to === "cancelled";
  const whose = [order.contact.name ?? text.someone, whatOf(order), money(order.total)] as const;
  const parcel = isSent ? { carrier: carrier.trim(), guide: guide.trim(), notify } : isCancelled ? { notify } : {};
  const act = () =>
    change.mutate(
      {
        method: "PATCH",
        path: `${ORDERS}/${order.id}`,
        body: {
          status: to,
          seenStatus: order.status,
          actor,
          ...parcel,
          idempotencyKey: `${key}:${JSON.stringify(parcel)}`.slice(0, 200),
        },
      },
      {
        onSuccess: ({ notice }) => {
          if (isSent) lastCarrier.set(carrier.trim());
          onClose();
          if (notice === null) toast(text.changed);
          else if (notice.kind === "queued") toast(notice.as === "text" ? text.noticeText : text.noticeTemplate);
          else if (isCancelled && notice.reason === "no_template") toast(text.cancelledUntold, "bad");
          else
            toast(
              knownText(text, `notice_${notice.reason}`) ?? text.changed,
              notice.reason === "no_template" ? "bad" : "good",
            );
        },
        onError: (error) => {
          if (!(error instanceof ApiError) || error.code !== "order_moved") return;
          onClose();
          toast(text.moved, "bad");
        },
      },
    );
  return (
    <NoteDialog
      title={isCancelled ? text.cancelTitle(...whose) : text.stepTitle(stepWord(text, to), ...whose)}
      action={stepWord(text, to)}
      look={isCancelled || to === "returned" ? "danger" : "primary"}
      hasNote={false}
      // "Cancelar" beside "Cancelar pedido" would say one thing twice.
      dismiss={isCancelled ? text.keepOrder : undefined}
      isReady={!isSent || (carrier.trim() !== "" && guide.trim() !== "")}
      isBusy={change.isPending}
      error={change.error}
      onClose={onClose}
      onAct={act}
    >
      <p class="text-sm text-soft" data-private>
        {order.address}
      </p>
      {isCancelled && <p class="rounded-md bg-bad-wash px-3 py-2 text-sm text-bad">{text.cancelText}</p>}
      {to === "returned" && <p class="text-sm text-soft">{text.returnText}</p>}
      {isSent && (
        <>
          <Field label={text.carrier}>
            {(wiring) => (
              <Input
                {...wiring}
                maxLength={100}
                value={carrier}
                onInput={(event) => setCarrier(event.currentTarget.value)}
              />
            )}
          </Field>
          <Field label={text.guide}>
            {(wiring) => (
              <Input
                {...wiring}
                maxLength={100}
                autocomplete="off"
                value={guide}
                onInput={(event) => setGuide(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === "Enter" && carrier.trim() !== "" && guide.trim() !== "") act();
                }}
              />
            )}
          </Field>
        </>
      )}
      {(isSent || isCancelled) && (
        <label class="flex items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            class="mt-1 size-4 accent-accent"
            checked={notify}
            onChange={(event) => setNotify(event.currentTarget.checked)}
          />
          <span>
            {text.notify}
            <span class="block text-xs text-muted">{isCancelled ? text.notifyCancelText : text.notifyText}</span>
          </span>
        </label>
      )}
    </NoteDialog>
  );
}
