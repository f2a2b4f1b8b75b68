import { useText } from "../../text/use-text.ts";
import { Field, Select } from "./field.tsx";

interface EngineFieldProps {
  readonly engine: string;
  readonly engines: readonly string[];
  readonly onChange: (engine: string) => void;
}

/** The choice between an agent's own engines and a language model beside them. */
export function EngineField({ engine, engines, onChange }: EngineFieldProps) {
  const text = useText("frame");
  return (
    <Field label={text.engine}>
      {(wiring) => (
        <Select {...wiring} value={engine} onChange={(event) => onChange(event.currentTarget.value)}>
          {engines.map((one) => (
            <option key={one} value={one}>
              {one === "local" ? text.engineLocal : text.engineCascade}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
