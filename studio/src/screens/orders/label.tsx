import type { ShopOrder } from "../../api/types.ts";
import { grouped } from "../../text/phone-number.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/screen.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { whatOf } from "./order-words.ts";

/** What is stuck on the parcel: to copy into the carrier's page, or to print. */
export function Label({ order }: { readonly order: ShopOrder }) {
  const text = useText("orders");
  const { contact, address, note } = order;
  const lines = [
    contact.name ?? text.someone,
    ...(contact.phone === null ? [] : [`${text.phone} ${grouped(contact.phone)}`]),
    address,
    whatOf(order),
    ...(note === null ? [] : [note]),
  ];
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines.join("\n"));
      toast(text.copied);
    } catch {
      toast(text.copyFailed, "bad");
    }
  };
  return (
    <Panel
      title={text.label}
      actions={
        <div class="flex gap-1.5">
          <Button small icon="copy" onClick={() => void copy()}>
            {text.copy}
          </Button>
          <Button small icon="print" onClick={() => window.print()}>
            {text.print}
          </Button>
        </div>
      }
    >
      <address class="shipping-label px-4 py-3.5 text-sm leading-relaxed not-italic" data-private>
        <span class="block text-xs text-muted">{text.labelFor}</span>
        {lines.map((line, index) => (
          <span key={index} class={`block break-words ${index === 0 ? "text-base font-semibold" : ""}`}>
            {line}
          </span>
        ))}
      </address>
    </Panel>
  );
}
