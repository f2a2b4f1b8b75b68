import { useState } from "preact/hooks";
import { useSearchParams } from "wouter-preact";
import { useSession } from "../../api/session.tsx";
import type { ScheduledMessage } from "../../api/types.ts";
import { usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Input, Select } from "../../ui/fields/field.tsx";
import { folded } from "../../ui/folded.ts";
import { More } from "../../ui/lists/more.tsx";
import { Screen } from "../../ui/screen.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useLocale } from "../../ui/values/locale.ts";
import { Agenda } from "./agenda.tsx";
import { DayGrid } from "./day-grid.tsx";
import { addDays, type Day, dayOf, daysOf, step, type View } from "./days.ts";
import { useZoneName } from "./due-time.ts";
import { MessageDialog } from "./message-dialog.tsx";

const VIEWS = ["month", "week", "agenda"] as const satisfies readonly View[];
/** Who left a message that no agent did. */
const PEOPLE = "-";

/** What the shop will say of its own accord, by day on the clock of the workspace. */
export default function Calendar() {
  const text = useText("calendar");
  const locale = useLocale();
  const { timeZone } = useSession();
  const zoneName = useZoneName(timeZone);
  const [search, setSearch] = useSearchParams();
  const [contact, setContact] = useState("");
  const [maker, setMaker] = useState("");
  const [open, setOpen] = useState<ScheduledMessage | null>(null);
  const today = dayOf(new Date(), timeZone);
  // A month has no room on a phone.
  const usual: View = window.matchMedia("(min-width: 48rem)").matches ? "month" : "agenda";
  const view = VIEWS.find((name) => name === search.get("view")) ?? usual;
  const asked = search.get("day") ?? "";
  const day: Day = /^\d{4}-\d\d-\d\d$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today;
  const show = (next: { view?: View; day?: Day }) =>
    setSearch({ view: next.view ?? view, day: next.day ?? day }, { replace: true });
  const go = (direction: 1 | -1) => show({ day: step(view, day, direction) });
  useShortcuts({ j: () => go(1), k: () => go(-1), t: () => show({ day: today }) });

  const days = daysOf(view, day);
  const query = {
    status: "pending",
    limit: 100,
    // A day more at both ends: which day it is depends on the time zone.
    dueFrom: `${addDays(days[0] ?? day, -1)}T00:00:00Z`,
    dueBefore: `${addDays(days.at(-1) ?? day, 2)}T00:00:00Z`,
  };
  const reminders = usePages<ScheduledMessage>("/internal/agent/reminders", { query });
  const followUps = usePages<ScheduledMessage>("/internal/agent/follow-ups", { query });
  const all =
    reminders.items === undefined || followUps.items === undefined
      ? undefined
      : [...reminders.items, ...followUps.items].toSorted((one, other) => one.dueAt.localeCompare(other.dueAt));
  const inView = all?.filter(({ dueAt }) => days.includes(dayOf(dueAt, timeZone)));
  const makers = [...new Set(inView?.map(makerOf))].toSorted();
  const items = inView?.filter((item) => fitsContact(item, contact) && (maker === "" || makerOf(item) === maker));
  const error = reminders.error ?? followUps.error;
  const period = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    month: "long",
    year: "numeric",
    ...(view === "month" ? {} : { day: "numeric" }),
  }).format(Date.parse(view === "month" ? day : (days[0] ?? day)));
  return (
    <Screen
      title={text.title}
      about={text.about}
      bar={
        <div class="flex flex-wrap items-center gap-2">
          <IconButton icon="back" label={text.previous} onClick={() => go(-1)} />
          <Button small onClick={() => show({ day: today })}>
            {text.today}
          </Button>
          <IconButton icon="chevronRight" label={text.next} onClick={() => go(1)} />
          <h2 aria-live="polite" class="min-w-40 text-base font-semibold first-letter:uppercase">
            {period}
          </h2>
          <Input
            type="search"
            aria-label={text.contact}
            placeholder={text.contactHint}
            class="max-w-52"
            value={contact}
            onInput={(event) => setContact(event.currentTarget.value)}
          />
          <Select
            aria-label={text.agent}
            class="max-w-56"
            value={maker}
            onChange={(event) => setMaker(event.currentTarget.value)}
          >
            <option value="">{text.everyone}</option>
            {makers.map((name) => (
              <option key={name} value={name}>
                {name === PEOPLE ? text.people : text.agentOf(name)}
              </option>
            ))}
          </Select>
          <span class="text-xs text-muted first-letter:uppercase">{zoneName}</span>
        </div>
      }
    >
      <Tabs
        label={text.views}
        chosen={view}
        onChoose={(name) => show({ view: name })}
        tabs={VIEWS.map((name) => ({ name, label: text[name] }))}
      />
      {items === undefined && (
        <AnswerPending
          answer={{ error, refetch: () => void Promise.all([reminders.refetch(), followUps.refetch()]) }}
        />
      )}
      {items !== undefined && items.length === 0 && (
        <Empty
          icon="calendar"
          title={inView?.length === 0 ? text.emptyTitle : text.noneFound}
          {...(inView?.length === 0 ? { text: text.emptyText } : {})}
        />
      )}
      {items !== undefined && items.length > 0 && view === "agenda" && (
        <Agenda items={items} timeZone={timeZone} onOpen={setOpen} />
      )}
      {items !== undefined && items.length > 0 && view !== "agenda" && (
        <DayGrid
          label={period}
          days={days}
          month={view === "month" ? day.slice(0, 7) : null}
          today={today}
          items={items}
          timeZone={timeZone}
          onOpen={setOpen}
          onDay={(chosen) => show({ view: "agenda", day: chosen })}
        />
      )}
      <More page={reminders.nextPage} />
      <More page={followUps.nextPage} />
      {open !== null && <MessageDialog message={open} timeZone={timeZone} onClose={() => setOpen(null)} />}
    </Screen>
  );
}

/** The agent that left it; `PEOPLE` for a person or a program. */
function makerOf({ agentKey, createdBy }: ScheduledMessage): string {
  return agentKey === null ? PEOPLE : createdBy.replace(/^agent:/, "").replace(/@.*$/, "");
}

function fitsContact({ contact: { name, phone } }: ScheduledMessage, sought: string): boolean {
  const wanted = folded(sought.trim());
  return wanted === "" || [name, phone].some((one) => one !== null && folded(one).includes(wanted));
}
