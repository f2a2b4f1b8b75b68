import type { Money } from "../../api/types.ts";
import { useText } from "../../text/use-text.ts";
import { Panel } from "../../ui/screen.tsx";
import { useNumbers } from "../../ui/values/number.ts";
import { useHourNames } from "./hour-names.ts";

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Weekdays by hours; the darker, the more messages of customers. A table, so that it can be read aloud. */
export function HoursMap({ hours }: { readonly hours: Money["hours"] }) {
  const text = useText("money");
  const numbers = useNumbers();
  const { dayName, hourName } = useHourNames();
  const counts = new Map(hours.map(({ weekday, hour, messages }) => [`${weekday} ${hour}`, messages]));
  const busiest = hours.reduce<Money["hours"][number] | null>(
    (most, one) => (most === null || one.messages > most.messages ? one : most),
    null,
  );
  return (
    <Panel title={text.hours}>
      {busiest === null ? (
        <p class="px-4 py-3 text-sm text-muted">{text.nothing}</p>
      ) : (
        <div class="relative flex flex-col gap-2 px-4 py-3">
          <p class="text-sm text-soft">
            {text.busiest(dayName(busiest.weekday, "long"), hourName(busiest.hour)).replace(/\.\.$/, ".")}
          </p>
          <table class="w-full table-fixed border-separate border-spacing-px text-2xs text-muted">
            <caption class="sr-only">{text.hours}</caption>
            <thead>
              <tr>
                <th class="w-9">
                  <span class="sr-only">{text.hours}</span>
                </th>
                {HOURS.map((hour) => (
                  <th key={hour} scope="col" class="font-normal">
                    <span class="sr-only">{hourName(hour)}</span>
                    <span aria-hidden="true">{hour % 6 === 0 ? hour : ""}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {WEEKDAYS.map((weekday) => (
                <tr key={weekday}>
                  <th scope="row" class="text-left font-normal">
                    {dayName(weekday, "short")}
                  </th>
                  {HOURS.map((hour) => {
                    const count = counts.get(`${weekday} ${hour}`) ?? 0;
                    const words = text.hoursAbout(dayName(weekday, "long"), hourName(hour), numbers.count(count));
                    return (
                      <td key={hour} title={words} class="relative h-6 rounded-sm bg-sunken p-0">
                        <span
                          aria-hidden="true"
                          class="absolute inset-0 rounded-sm bg-accent"
                          style={{ opacity: count === 0 ? 0 : 0.15 + (0.85 * count) / busiest.messages }}
                        />
                        <span class="sr-only">{numbers.count(count)}</span>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
