import type { ScheduledMessage } from "../../api/types.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { dayOf } from "./days.ts";
import { useDayName, useDueTime } from "./due-time.ts";

interface AgendaProps {
  /** The next one first. */
  readonly items: readonly ScheduledMessage[];
  readonly timeZone: string;
  readonly onOpen: (message: ScheduledMessage) => void;
}

/** The messages in one list, a heading for each day. */
export function Agenda({ items, timeZone, onOpen }: AgendaProps) {
  const text = useText("calendar");
  const dayName = useDayName();
  const hour = useDueTime(timeZone);
  const days = [...new Set(items.map(({ dueAt }) => dayOf(dueAt, timeZone)))];
  return (
    <div class="flex max-w-3xl flex-col gap-5 pt-4">
      {days.map((day) => (
        <section key={day} class="flex flex-col gap-1">
          <h3 class="text-sm font-semibold first-letter:uppercase">{dayName(day)}</h3>
          <ul class="divide-y divide-line rounded-lg border border-line bg-surface">
            {items
              .filter(({ dueAt }) => dayOf(dueAt, timeZone) === day)
              .map((item) => (
                <li key={item.id}>
                  <button
                    type="button"
                    onClick={() => onOpen(item)}
                    class="flex w-full flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2"
                  >
                    <span class="w-24 shrink-0 font-semibold tabular-nums">{hour(item.dueAt)}</span>
                    <span class="min-w-0 flex-1 basis-48 break-words" data-private>
                      {item.text === "" ? text.templateAlone : item.text}
                    </span>
                    <span class="text-soft" data-private>
                      {item.contact.name ?? text.nobody}
                    </span>
                    {item.ruleInWords !== null && <Badge title={item.ruleInWords}>{item.ruleInWords}</Badge>}
                    <Badge tone={item.kind === "reminder" ? "accent" : "calm"}>{text[item.kind]}</Badge>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
