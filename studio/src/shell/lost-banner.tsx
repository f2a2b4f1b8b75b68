import { useEffect, useRef } from "preact/hooks";
import { useText } from "../text/use-text.ts";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/states/toast.tsx";

/** Says over all screens that the server is away, and what becomes of the work meanwhile. */
export function LostBanner({ isLost }: { readonly isLost: boolean }) {
  const text = useText("frame");
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !isLost) toast(text.backAgain);
    was.current = isLost;
  }, [isLost]);
  if (!isLost) return null;
  return (
    <p role="alert" class="flex flex-wrap items-center gap-x-2 bg-bad-wash px-4 py-2 text-sm text-bad">
      <Icon name="warning" size={16} class="shrink-0" />
      <strong>{text.lostTitle}</strong>
      <span>{text.lostText}</span>
    </p>
  );
}
