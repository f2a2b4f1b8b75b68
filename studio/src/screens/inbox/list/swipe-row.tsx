import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { useMay, useSession } from "../../../api/session.tsx";
import type { InboxItem } from "../../../api/types.ts";
import { useCommand } from "../../../api/use-api.ts";
import { useText } from "../../../text/use-text.ts";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/states/toast.tsx";
import { useFail } from "../../../ui/states/use-fail.ts";

/** A shorter way is a slip of the thumb. */
const FAR_PX = 96;
/** The list scrolls until the thumb has gone this far to the side. */
const BEGIN_PX = 16;

/** On a phone, a row swiped to the right is taken by this person, and one to the left is done. The menu does the same. */
export function SwipeRow({ item, children }: { readonly item: InboxItem; readonly children: ComponentChildren }) {
  const text = useText("inbox");
  const { actor } = useSession();
  const mayOperate = useMay("operate");
  const fail = useFail();
  const command = useCommand(["/internal/agent/inbox", "/internal/agent/tasks"]);
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const [px, setPx] = useState(0);
  if (!mayOperate) return <>{children}</>;
  const act = (isRight: boolean) =>
    command.mutate(
      {
        method: "PATCH",
        path: `/internal/agent/conversations/${item.id}/desk`,
        body: isRight ? { assignee: actor, actor } : { isResolved: true, actor },
      },
      {
        onSuccess: () => toast(isRight ? text.assignedTo(actor) : text.resolved),
        onError: fail,
      },
    );
  return (
    <div
      class="relative touch-pan-y overflow-hidden"
      onPointerDown={(event) => {
        if (event.pointerType === "touch") from.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => {
        const begun = from.current;
        if (begun === null) return;
        const way = event.clientX - begun.x;
        if (Math.abs(way) > BEGIN_PX && Math.abs(way) > Math.abs(event.clientY - begun.y)) {
          event.currentTarget.setPointerCapture(event.pointerId);
          setPx(way);
        }
      }}
      onPointerUp={() => {
        if (Math.abs(px) >= FAR_PX) act(px > 0);
        from.current = null;
        setPx(0);
      }}
      onPointerCancel={() => {
        from.current = null;
        setPx(0);
      }}
      // The end of a swipe is no tap on the row.
      onClickCapture={(event) => {
        if (px === 0) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {px !== 0 && (
        <p
          aria-hidden="true"
          class={`absolute inset-0 flex items-center px-5 text-sm font-semibold ${px > 0 ? "bg-calm-wash text-calm" : "justify-end bg-good-wash text-good"}`}
        >
          <Icon name={px > 0 ? "person" : "check"} class="mr-2" />
          {px > 0 ? text.assignMe : text.resolve}
        </p>
      )}
      <div class="bg-paper" style={px === 0 ? undefined : { transform: `translateX(${px}px)` }}>
        {children}
      </div>
    </div>
  );
}
