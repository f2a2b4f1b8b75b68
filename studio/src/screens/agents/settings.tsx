import { useState } from "preact/hooks";
import { setAnswer } from "../../api/cache.ts";
import { LOCALES } from "../../api/locales.ts";
import { SESSION, useMay, useSession } from "../../api/session.tsx";
import { TIMER_PRESETS } from "../../api/timer-presets.ts";
import type { AgentConfig } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, Select, TextArea } from "../../ui/fields/field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";
import { RelativeTime } from "../../ui/values/time.tsx";
import { SessionEndFields } from "./session-end-fields.tsx";

const CONFIRMATION_MINUTES = [2, 5, 15, 30, 60, 240, 720, 1_440];
const PATH = "/internal/agent/config";

/** The switches of the workspace. A change applies from the next turn on. */
export function Settings({ agents }: { readonly agents: readonly { readonly id: string; readonly name: string }[] }) {
  const text = useText("agents");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayAct = useMay("administer");
  const { data, error, refetch } = useApi<AgentConfig>(PATH);
  // The session bears the country: every date and price follows it.
  const fail = useFail();
  const command = useCommand<AgentConfig>([PATH, SESSION]);
  const [message, setMessage] = useState<string | null>(null);
  if (data === undefined) return <AnswerPending answer={{ error, refetch }} />;
  const change = (fields: Partial<AgentConfig>) =>
    command.mutate(
      { method: "PATCH", path: PATH, body: { actor, ...fields } },
      {
        onSuccess: (changed) => {
          // At once: a second change builds on this one, not on what was shown before.
          setAnswer(PATH, changed);
          toast(text.saved);
        },
        onError: fail,
      },
    );
  const blocked = { disabled: !mayAct || command.isPending, title: mayAct ? undefined : frame.readOnly };
  const shown = message ?? data.handoffMessage ?? "";
  return (
    <Panel class="flex flex-col gap-5 px-4 py-4">
      <div class="flex flex-wrap items-center justify-between gap-3">
        <Badge tone={data.agentEnabled ? "good" : "bad"}>{data.agentEnabled ? text.agentOn : text.agentOff}</Badge>
        <Button
          look={data.agentEnabled ? "danger" : "primary"}
          {...blocked}
          onClick={() => change({ agentEnabled: !data.agentEnabled })}
        >
          {data.agentEnabled ? text.switchOff : text.switchOn}
        </Button>
      </div>
      <Field label={text.servedBy} hint={text.servedByHint}>
        {(wiring) => (
          <Select
            {...wiring}
            {...blocked}
            value={data.conversationalAgentId ?? ""}
            onChange={({ currentTarget: { value } }) => change({ conversationalAgentId: value === "" ? null : value })}
          >
            <option value="">{text.eachOwn}</option>
            {agents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={text.locale} hint={text.localeHint}>
        {(wiring) => (
          <Select
            {...wiring}
            {...blocked}
            value={data.locale}
            onChange={({ currentTarget: { value } }) => {
              const locale = LOCALES.find((one) => one === value);
              if (locale !== undefined) change({ locale });
            }}
          >
            {LOCALES.map((one) => (
              <option key={one} value={one}>
                {text[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Switch
        label={text.crmForAgents}
        hint={text.crmForAgentsHint}
        disabled={blocked.disabled}
        isOn={data.crmAgentsEnabled}
        onChange={(crmAgentsEnabled) => change({ crmAgentsEnabled })}
      />
      <Switch
        label={text.windowMaintenance}
        hint={text.windowMaintenanceHint}
        disabled={blocked.disabled}
        isOn={data.windowMaintenance}
        onChange={(windowMaintenance) => change({ windowMaintenance })}
      />
      <SessionEndFields end={data.sessionEnd} blocked={blocked} onChange={(sessionEnd) => change({ sessionEnd })} />
      <Field label={text.confirmationTime} hint={text.confirmationTimeHint}>
        {(wiring) => (
          <Select
            {...wiring}
            {...blocked}
            value={String(data.confirmationMinutes ?? "")}
            onChange={({ currentTarget: { value } }) =>
              change({ confirmationMinutes: value === "" ? null : Number(value) })
            }
          >
            <option value="">{text.confirmationAgent}</option>
            {[...new Set([...CONFIRMATION_MINUTES, data.confirmationMinutes ?? 2])]
              .toSorted((one, other) => one - other)
              .map((minutes) => (
                <option key={minutes} value={String(minutes)}>
                  {minutes < 60 ? text.minutes(minutes) : text.hours(minutes / 60)}
                </option>
              ))}
          </Select>
        )}
      </Field>
      <Field label={text.speed}>
        {(wiring) => (
          <Select
            {...wiring}
            {...blocked}
            value={String(data.responseSpeed ?? "")}
            onChange={({ currentTarget: { value } }) => change({ responseSpeed: value === "" ? null : Number(value) })}
          >
            <option value="">{text.asInstalled}</option>
            <option value="1">{text.speedHuman}</option>
            <option value="0.2">{text.speedFast}</option>
            <option value="0">{text.speedNone}</option>
          </Select>
        )}
      </Field>
      <Field label={text.timerPreset}>
        {(wiring) => (
          <Select
            {...wiring}
            {...blocked}
            value={data.timerPreset ?? ""}
            onChange={({ currentTarget: { value } }) =>
              change({ timerPreset: TIMER_PRESETS.find((preset) => preset === value) ?? null })
            }
          >
            <option value="">{text.asInstalled}</option>
            {TIMER_PRESETS.map((preset) => (
              <option key={preset} value={preset}>
                {preset}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={text.handoffMessage} hint={text.handoffHint}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={3}
            maxLength={1_000}
            disabled={!mayAct}
            value={shown}
            onInput={(event) => setMessage(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="flex flex-wrap items-center justify-between gap-3">
        <p class="text-xs text-muted">
          {data.updatedBy} · <RelativeTime at={data.updatedAt} />
        </p>
        <Button
          {...blocked}
          disabled={blocked.disabled || shown === (data.handoffMessage ?? "")}
          onClick={() => change({ handoffMessage: shown.trim() === "" ? null : shown.trim() })}
        >
          {text.save}
        </Button>
      </div>
    </Panel>
  );
}
