interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ label, hint, isOn, disabled = false, onChange }: SwitchProps) {
  return (
    <label class="flex items-start gap-2 text-sm">
      <input
        type="checkbox"
        class="mt-0.5 size-4 shrink-0 accent-accent"
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint !== undefined && <span class="block text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}
