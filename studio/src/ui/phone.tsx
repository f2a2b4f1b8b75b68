import { useState } from "preact/hooks";
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

/**
 * `573001112233` → `+57 ••• ••• 2233`: enough to tell two customers apart, too little to call one.
 */
export function masked(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  const country = digits.startsWith("57") ? "+57 " : "";
  return `${country}••• ••• ${digits.slice(-4)}`;
}

function grouped(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  const colombian = /^57(\d{3})(\d{3})(\d{4})$/.exec(digits);
  return colombian === null ? `+${digits}` : `+57 ${colombian[1]} ${colombian[2]} ${colombian[3]}`;
}
