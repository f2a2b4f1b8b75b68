import { useState } from "preact/hooks";
import { TIMER_PRESETS } from "../../../api/timer-presets.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { EngineField } from "../../../ui/fields/engine-field.tsx";
import { Field, Select } from "../../../ui/fields/field.tsx";
import { IntentField } from "../../../ui/fields/intent-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { Part } from "../../../ui/part.tsx";
import { useReason } from "../../../ui/states/error-state.tsx";
import type { Sandbox } from "../sandbox-api.ts";

interface ConfigProps {
  readonly sandbox: Sandbox;
  readonly engines: readonly string[];
  readonly onChange: (body: unknown) => Promise<unknown>;
  readonly onAct: (body: unknown) => unknown;
}

export function ConfigTab({ sandbox, engines, onChange, onAct }: ConfigProps) {
  const text = useText("sandbox");
  const [failure, setFailure] = useState<unknown>(null);
  const reason = useReason(failure);
  const change = (body: unknown) => void onChange(body).then(() => setFailure(null), setFailure);
  return (
    <div class="flex flex-col gap-4">
      {failure !== null && <p class="text-bad">{reason}</p>}
      <Field label={`${text.speed}: ${text.speedOf(String(sandbox.responseSpeed))}`}>
        {(wiring) => (
          <input
            {...wiring}
            type="range"
            min="0"
            max="2"
            step="0.1"
            class="accent-accent"
            value={sandbox.responseSpeed}
            onChange={(event) => change({ responseSpeed: Number(event.currentTarget.value) })}
          />
        )}
      </Field>
      <Field label={text.preset}>
        {(wiring) => (
          <Select
            {...wiring}
            value={sandbox.timerPreset}
            onChange={(event) => change({ timerPreset: event.currentTarget.value })}
          >
            {TIMER_PRESETS.map((preset) => (
              <option key={preset} value={preset}>
                {text[`preset_${preset}`]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Switch label={text.timers} isOn={sandbox.areTimersOn} onChange={(areTimersOn) => change({ areTimersOn })} />
      <EngineField engine={sandbox.engine} engines={engines} onChange={(engine) => change({ engine })} />
      <ForcedIntent sandbox={sandbox} onAct={onAct} />
      <Part title={text.faults}>
        <Button
          small
          class="self-start"
          disabled={sandbox.lines.length === 0}
          onClick={() => onAct({ kind: "duplicate" })}
        >
          {text.duplicate}
        </Button>
        <p class="mb-1.5 text-xs text-muted">{text.duplicateHint}</p>
        <div class="flex flex-col gap-2.5">
          <Switch
            label={text.modelDown}
            hint={text.modelDownHint}
            isOn={sandbox.isModelDown}
            onChange={(isModelDown) => change({ isModelDown })}
          />
          <Switch
            label={text.kill}
            hint={text.killHint}
            isOn={sandbox.killsNextTurn}
            onChange={(killsNextTurn) => change({ killsNextTurn })}
          />
        </div>
      </Part>
      <div class="flex gap-2">
        <Button small icon="hand" disabled={!sandbox.isBotOn} onClick={() => onAct({ kind: "takeover" })}>
          {text.takeover}
        </Button>
        <Button small icon="bot" disabled={sandbox.isBotOn} onClick={() => onAct({ kind: "handback" })}>
          {text.handback}
        </Button>
      </div>
    </div>
  );
}

/** The next turn follows the chosen intent in the customer's place. */
function ForcedIntent({ sandbox, onAct }: Pick<ConfigProps, "sandbox" | "onAct">) {
  const text = useText("intent");
  const [intent, setIntent] = useState("");
  return (
    <div class="flex flex-col gap-2">
      <IntentField agentId={sandbox.agent.id} intent={intent} onChange={setIntent} />
      <Button
        small
        icon="bolt"
        class="self-start"
        disabled={intent === "" || !sandbox.isBotOn}
        title={sandbox.isBotOn ? undefined : text.personAnswers}
        onClick={() => onAct({ kind: "forced", intent })}
      >
        {text.decide}
      </Button>
    </div>
  );
}
