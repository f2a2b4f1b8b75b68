import type { ScheduledMessage } from "../../api/types.ts";
import { useText } from "../../text/use-text.ts";
import { useLocale } from "../../ui/values/locale.ts";
import { type Day, dayOf } from "./days.ts";
import { useDayName, useDueTime } from "./due-time.ts";

interface DayGridProps {
  readonly label: string;
  /** Whole weeks from Monday on. */
  readonly days: readonly Day[];
  /** The month that is meant, as `2026-11`; null in a week, which shows every message of a day. */
  readonly month: string | null;
  readonly today: Day;
  readonly items: readonly ScheduledMessage[];
  readonly timeZone: string;
  readonly onOpen: (message: ScheduledMessage) => void;
  readonly onDay: (day: Day) => void;
}

/** A month shows at most this many messages a day. */
const SHOWN = 3;

/** Weeks as rows. Each message is a button; the number of a day opens its agenda. */
export function DayGrid({ label, days, month, today, items, timeZone, onOpen, onDay }: DayGridProps) {
  const text = useText("calendar");
  const locale = useLocale();
  const dayName = useDayName();
  const hour = useDueTime(timeZone);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  const weekday = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "short" });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={label} class="mt-3 overflow-x-auto rounded-lg border border-line bg-surface">
      <table class="w-full min-w-160 table-fixed border-collapse text-sm">
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={day} scope="col" class="border-b border-line px-2 py-2 text-left text-xs font-medium text-muted">
                {weekday.format(new Date(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const own = items.filter(({ dueAt }) => dayOf(dueAt, timeZone) === day);
                const shown = month === null ? own : own.slice(0, SHOWN);
                const isOutside = month !== null && !day.startsWith(month);
                return (
                  <td
                    key={day}
                    aria-current={day === today ? "date" : undefined}
                    class={`border border-line p-1.5 align-top ${month === null ? "h-80" : "h-26"} ${isOutside ? "bg-sunken" : ""}`}
                  >
                    <button
                      type="button"
                      aria-label={dayName(day)}
                      onClick={() => onDay(day)}
                      class={`grid size-7 place-items-center rounded-full text-xs hover:bg-hover ${day === today ? "bg-accent font-semibold text-on-accent hover:bg-accent-strong" : "text-soft"}`}
                    >
                      {Number(day.slice(8))}
                    </button>
                    <ul class="mt-1 flex flex-col gap-1">
                      {shown.map((item) => (
                        <li key={item.id}>
                          <button
                            type="button"
                            onClick={() => onOpen(item)}
                            class={`block w-full truncate rounded-md max-lg:whitespace-normal px-1.5 py-1 text-left text-xs ${item.kind === "reminder" ? "bg-accent-wash text-accent" : "bg-calm-wash text-calm"}`}
                          >
                            <span class="font-semibold tabular-nums">{hour(item.dueAt)}</span>{" "}
                            <span data-private>{item.contact.name ?? text.nobody}</span>
                          </button>
                        </li>
                      ))}
                      {own.length > shown.length && (
                        <li>
                          <button
                            type="button"
                            aria-label={`${dayName(day)}: ${text.moreOf(own.length - shown.length)}`}
                            onClick={() => onDay(day)}
                            class="px-1.5 text-xs text-soft hover:underline"
                          >
                            {text.moreOf(own.length - shown.length)}
                          </button>
                        </li>
                      )}
                    </ul>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
