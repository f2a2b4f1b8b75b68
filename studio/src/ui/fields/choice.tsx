import { useId } from "preact/hooks";
import { Icon, type IconName } from "../icon.tsx";

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly icon?: IconName }[];
}

/** A choice of one, with all options in view. */
export function Choice<Value extends string>({ label, chosen, onChoose, choices }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend class="mb-1.5 text-xs text-muted">{label}</legend>
      <div class="flex rounded-md bg-sunken p-0.5">
        {choices.map(({ value, label: words, icon }) => (
          <label
            key={value}
            class="flex h-8 flex-auto cursor-pointer items-center justify-center gap-1.5 rounded-sm px-1.5 text-center text-xs font-medium text-muted has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              class="sr-only"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {icon !== undefined && <Icon name={icon} size={14} />}
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
