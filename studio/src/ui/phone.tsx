import { useState } from "preact/hooks";
import { grouped, masked } from "../text/phone-number.ts";
import { useText } from "../text/use-text.ts";
import { Icon } from "./icon.tsx";

/** A customer's phone, masked until the person asks to see it. */
export function Phone({ phone }: { readonly phone: string | null }) {
  const text = useText("frame");
  const [isShown, setShown] = useState(false);
  if (phone === null) return <span class="text-muted">{text.noPhone}</span>;
  return (
    <span class="inline-flex items-center gap-1 whitespace-nowrap">
      <span data-private>{isShown ? grouped(phone) : masked(phone)}</span>
      <button
        type="button"
        onClick={(event) => {
          event.preventDefault();
          event.stopPropagation();
          setShown(!isShown);
        }}
        aria-label={isShown ? text.hidePhone : text.showPhone}
        title={isShown ? text.hidePhone : text.showPhone}
        class="rounded-sm p-0.5 text-muted hover:text-ink"
      >
        <Icon name={isShown ? "eyeOff" : "eye"} size={14} />
      </button>
    </span>
  );
}
