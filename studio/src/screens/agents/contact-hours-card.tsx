import { useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import type { AgentConfig } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input, Select } from "../../ui/fields/field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";
import { useLocale } from "../../ui/values/locale.ts";
import { withoutSaved } from "../../ui/without-saved.ts";

const PATH = "/internal/agent/config";

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
type Hours = Partial<Record<(typeof WEEKDAYS)[number], readonly [string, string]>>;

const OPEN = ["08:00", "18:00"] as const;
const WORKDAYS: Hours = { mon: OPEN, tue: OPEN, wed: OPEN, thu: OPEN, fri: OPEN };

/** The hours and limits of messages that the shop starts. */
export function ContactHoursCard() {
  const text = useText("contactHours");
  const frame = useText("frame");
  const locale = useLocale();
  const { actor } = useSession();
  const mayAct = useMay("administer");
  const { data, error, refetch } = useApi<AgentConfig>(PATH);
  const fail = useFail();
  const command = useCommand([PATH]);
  const [draft, setDraft] = useState<Partial<AgentConfig>>({});
  if (data === undefined) return <AnswerPending answer={{ error, refetch }} />;
  const { timeZone, businessHours, proactivePerDay, proactiveSpacingMinutes } = { ...data, ...draft };
  const change = (fields: Partial<AgentConfig>) => setDraft((now) => ({ ...now, ...fields }));
  const setDay = (day: keyof Hours, hours: readonly [string, string] | undefined) => {
    const { [day]: _, ...others } = businessHours ?? {};
    change({ businessHours: hours === undefined ? others : { ...others, [day]: hours } });
  };
  // The 1st of January 2024 was a Monday.
  const nameOf = (day: number) =>
    new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(Date.UTC(2024, 0, 1 + day));
  const count = (label: string, field: "proactivePerDay" | "proactiveSpacingMinutes", value: number, max: number) => (
    <Field label={label} {...(field === "proactivePerDay" ? { hint: text.perDayHint } : {})}>
      {(wiring) => (
        <Input
          {...wiring}
          type="number"
          required
          min={0}
          max={max}
          value={Number.isNaN(value) ? "" : value}
          onInput={({ currentTarget }) => change({ [field]: currentTarget.valueAsNumber })}
        />
      )}
    </Field>
  );
  return (
    <Panel title={text.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          command.mutate(
            { method: "PATCH", path: PATH, body: { actor, ...draft } },
            {
              onSuccess: () => {
                setDraft((now) => withoutSaved(now, draft));
                toast(text.saved);
              },
              onError: fail,
            },
          );
        }}
      >
        <fieldset
          class="flex min-w-0 flex-col gap-4 px-4 py-4"
          disabled={!mayAct}
          title={mayAct ? undefined : frame.readOnly}
        >
          <Switch
            label={text.own}
            hint={text.ownHint}
            isOn={businessHours !== null}
            onChange={(isOn) => change({ businessHours: isOn ? WORKDAYS : null })}
          />
          {businessHours !== null && (
            <ul class="flex flex-col gap-2">
              {WEEKDAYS.map((day, index) => {
                const open = businessHours[day];
                const name = nameOf(index);
                return (
                  <li key={day} class="flex min-h-9.5 flex-wrap items-center gap-2">
                    <div class="w-28 max-md:w-full">
                      <Switch
                        label={name}
                        isOn={open !== undefined}
                        onChange={(isOn) => setDay(day, isOn ? OPEN : undefined)}
                      />
                    </div>
                    {open !== undefined && (
                      <>
                        <Input
                          type="time"
                          required
                          class="max-w-32"
                          aria-label={text.from(name)}
                          value={open[0]}
                          onInput={({ currentTarget }) => setDay(day, [currentTarget.value, open[1]])}
                        />
                        <Input
                          type="time"
                          required
                          class="max-w-32"
                          min={open[0]}
                          aria-label={text.until(name)}
                          value={open[1]}
                          onInput={({ currentTarget }) => setDay(day, [open[0], currentTarget.value])}
                        />
                      </>
                    )}
                  </li>
                );
              })}
            </ul>
          )}
          {businessHours !== null && Object.keys(businessHours).length === 0 && (
            <p role="status" class="rounded-md bg-warn-wash px-3 py-2 text-sm text-warn">
              {text.noDay}
            </p>
          )}
          <Field label={text.zone}>
            {(wiring) => (
              <Select
                {...wiring}
                value={timeZone}
                onChange={({ currentTarget: { value } }) => change({ timeZone: value })}
              >
                {[...new Set([timeZone, ...Intl.supportedValuesOf("timeZone")])].map((zone) => (
                  <option key={zone}>{zone}</option>
                ))}
              </Select>
            )}
          </Field>
          {count(text.perDay, "proactivePerDay", proactivePerDay, 100)}
          {count(text.spacing, "proactiveSpacingMinutes", proactiveSpacingMinutes, 10_080)}
          <Button type="submit" class="self-end" isBusy={command.isPending} disabled={Object.keys(draft).length === 0}>
            {text.save}
          </Button>
        </fieldset>
      </form>
    </Panel>
  );
}
