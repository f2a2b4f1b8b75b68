import type { Agent } from "../../api/types.ts";
import { useApi } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { useReason } from "../states/error-state.tsx";
import { Field, Select } from "./field.tsx";

interface IntentFieldProps {
  readonly agentId: string;
  /** The chosen intent; empty before one is chosen. */
  readonly intent: string;
  readonly onChange: (intent: string) => void;
}

/** The intents of an agent to choose from, with a phrase of the chosen one. */
export function IntentField({ agentId, intent, onChange }: IntentFieldProps) {
  const text = useText("intent");
  const { data, error } = useApi<Agent>(`/internal/agent/agents/${encodeURIComponent(agentId)}`, { pollMs: false });
  const reason = useReason(error);
  const intents = data?.flow?.intents.toSorted((one, other) => one.name.localeCompare(other.name)) ?? [];
  const example = intents.find(({ name }) => name === intent)?.examples[0];
  const hint = data !== undefined && intents.length === 0 ? text.none : example === undefined ? "" : `«${example}»`;
  return (
    <Field label={text.label} error={error === null ? null : reason} {...(hint === "" ? {} : { hint })}>
      {(wiring) => (
        <Select
          {...wiring}
          value={intent}
          disabled={intents.length === 0}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{text.choose}</option>
          {intents.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
