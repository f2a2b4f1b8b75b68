import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import type { Timer } from "../../api/types.ts";
import { knownText } from "../../text/known-text.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { useTechnical } from "../../ui/technical.ts";
import { Phone } from "../../ui/values/phone.tsx";
import { Countdown, RelativeTime } from "../../ui/values/time.tsx";

/**
 * The words for a timer's action. An action that has no words is shown by its name: a shop's own
 * agent may define more.
 */
export function useAction(): (action: string | null) => string {
  const text = useText("timers");
  return (action) => (action === null ? text.unknown : (knownText(text, action) ?? action));
}

export function TimerRow({ timer, children }: { readonly timer: Timer; readonly children: ComponentChildren }) {
  const text = useText("timers");
  const codes = useCodes();
  const actionOf = useAction();
  const isTechnical = useTechnical();
  const { contact, level, mode, status } = timer;
  const settledAt = timer.firedAt ?? timer.cancelledAt ?? timer.dueAt;
  return (
    <div class="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line px-2 py-3.5">
      <p class={`w-22 shrink-0 text-lg font-semibold ${status === "pending" ? "text-accent" : "text-muted"}`}>
        {status === "pending" ? <Countdown to={timer.dueAt} /> : <RelativeTime at={settledAt} short />}
      </p>
      <div class="min-w-0 flex-1 basis-56">
        <p class="flex flex-wrap items-baseline gap-x-2 font-medium">
          {actionOf(timer.action)}
          {isTechnical && <span class="rounded-sm bg-hover px-1.5 font-mono text-xs text-soft">{level}</span>}
        </p>
        <p class="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-muted">
          {contact.name !== null && (
            <span class="truncate text-soft" data-private>
              {contact.name}
            </span>
          )}
          <Phone phone={contact.phone} />
          <span>
            {text.mode}: {codes.mode(mode)}
          </span>
          {timer.hurriedBy !== null && <span>{text.hurriedBy(timer.hurriedBy)}</span>}
          {timer.cancelledBy !== null && <span>{text.cancelledBy(timer.cancelledBy)}</span>}
          <Link href={`/conversations/${timer.conversationId}`} class="text-accent hover:underline">
            {text.conversation}
          </Link>
        </p>
      </div>
      {children}
    </div>
  );
}
