import { useState } from "preact/hooks";
import { grouped, masked, withoutPhones } from "../../text/phone-number.ts";
import { useText } from "../../text/use-text.ts";
import { Icon } from "../icon.tsx";

/** A customer's phone, masked until the person asks to see it. */
export function Phone({ phone }: { readonly phone: string | null }) {
  const text = useText("frame");
  const [isShown, setShown] = useState(false);
  if (phone === null) return <span class="text-muted">{text.noPhone}</span>;
  return (
    <span class="inline-flex items-center gap-1 whitespace-nowrap">
      <span data-private>{isShown ? grouped(phone) : masked(phone)}</span>
      <Eye isShown={isShown} onToggle={() => setShown(!isShown)} />
    </span>
  );
}

/** Words of or about a customer. A phone number in them is masked until the person asks to see it. */
export function Covered({ words }: { readonly words: string }) {
  const [isShown, setShown] = useState(false);
  const covered = withoutPhones(words);
  if (covered === words) return <>{words}</>;
  return (
    <>
      {isShown ? words : covered} <Eye isShown={isShown} onToggle={() => setShown(!isShown)} />
    </>
  );
}

function Eye({ isShown, onToggle }: { readonly isShown: boolean; readonly onToggle: () => void }) {
  const text = useText("frame");
  return (
    <button
      type="button"
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onToggle();
      }}
      aria-label={isShown ? text.hidePhone : text.showPhone}
      title={isShown ? text.hidePhone : text.showPhone}
      class="rounded-sm p-0.5 align-middle text-muted hover:text-ink"
    >
      <Icon name={isShown ? "eyeOff" : "eye"} size={14} />
    </button>
  );
}
