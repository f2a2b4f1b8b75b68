import { useState } from "preact/hooks";
import { useSession } from "../../api/session.tsx";
import type { ShopOrder } from "../../api/types.ts";
import { useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Field, Input, TextArea } from "../../ui/fields/field.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { ORDERS } from "./order-words.ts";

/** Corrects address, note and parcel. Prices change by a tool alone. */
export function EditDialog({ order, onClose }: { readonly order: ShopOrder; readonly onClose: () => void }) {
  const text = useText("orders");
  const { actor } = useSession();
  const [address, setAddress] = useState(order.address);
  const [note, setNote] = useState(order.note ?? "");
  const [carrier, setCarrier] = useState(order.carrier ?? "");
  const [guide, setGuide] = useState(order.guide ?? "");
  const change = useCommand([ORDERS]);
  const given = (name: string, now: string, was: string | null) =>
    now.trim() === (was ?? "") || now.trim() === "" ? {} : { [name]: now.trim() };
  const body = {
    ...given("address", address, order.address),
    ...given("carrier", carrier, order.carrier),
    ...given("guide", guide, order.guide),
    ...(note.trim() === (order.note ?? "") ? {} : { note: note.trim() === "" ? null : note.trim() }),
  };
  const act = () =>
    change.mutate(
      { method: "PATCH", path: `${ORDERS}/${order.id}`, body: { ...body, actor } },
      {
        onSuccess: () => {
          onClose();
          toast(text.changed);
        },
      },
    );
  return (
    <NoteDialog
      title={text.editTitle}
      action={text.save}
      hasNote={false}
      isReady={Object.keys(body).length > 0 && address.trim().length >= 5}
      isBusy={change.isPending}
      error={change.error}
      onClose={onClose}
      onAct={act}
    >
      <Field label={text.address}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={2}
            maxLength={1_000}
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={text.note}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={2}
            maxLength={1_000}
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="grid grid-cols-2 gap-3">
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
            <Input {...wiring} maxLength={100} value={guide} onInput={(event) => setGuide(event.currentTarget.value)} />
          )}
        </Field>
      </div>
    </NoteDialog>
  );
}
