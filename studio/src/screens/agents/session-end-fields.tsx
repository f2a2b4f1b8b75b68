import type { AgentConfig } from "../../api/types.ts";
import { useText } from "../../text/use-text.ts";
import { Field, Select } from "../../ui/fields/field.tsx";

type SessionEnd = NonNullable<AgentConfig["sessionEnd"]>;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const QUIET_HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 168];
const AGENT = "agent";
const NEVER = "never";

/** When a session ends by itself: as the agent says, at an hour of the night, or at any hour. */
export function SessionEndFields({
  end,
  blocked,
  onChange,
}: {
  readonly end: SessionEnd | null;
  readonly blocked: { readonly disabled: boolean; readonly title: string | undefined };
  readonly onChange: (end: SessionEnd | null) => void;
}) {
  const text = useText("agents");
  const quietHours = end?.quietHours ?? 2;
  const offered = [...new Set([...QUIET_HOURS, quietHours])].toSorted((one, other) => one - other);
  return (
    <div class="flex flex-wrap items-start gap-4">
      <Field label={text.sessionEnd} hint={text.sessionEndHint}>
        {(wiring) => (
          <Select
            {...wiring}
            {...blocked}
            value={end === null ? AGENT : String(end.nightHour ?? NEVER)}
            onChange={({ currentTarget: { value } }) =>
              onChange(value === AGENT ? null : { nightHour: value === NEVER ? null : Number(value), quietHours })
            }
          >
            <option value={AGENT}>{text.sessionEndAgent}</option>
            <option value={NEVER}>{text.sessionEndNever}</option>
            {HOURS.map((hour) => (
              <option key={hour} value={String(hour)}>
                {text.sessionEndHour(hour)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {end !== null && (
        <Field label={text.quietHours}>
          {(wiring) => (
            <Select
              {...wiring}
              {...blocked}
              value={String(quietHours)}
              onChange={({ currentTarget: { value } }) => onChange({ ...end, quietHours: Number(value) })}
            >
              {offered.map((hours) => (
                <option key={hours} value={String(hours)}>
                  {hours}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}
