import type { ComponentChildren, JSX, RefObject } from "preact";
import { useId } from "preact/hooks";

const BOX =
  "w-full rounded-md border border-line bg-surface text-ink shadow-card transition-colors placeholder:text-muted hover:border-strong focus-visible:border-accent focus-visible:outline-offset-0 disabled:opacity-60";

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
  readonly children: (wiring: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": boolean;
  }) => ComponentChildren;
}

/** A label, its control, and its hint or error. */
export function Field({ label, hint, error = null, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div class="flex flex-col gap-1.5">
      <label for={id} class="text-sm font-medium text-soft">
        {label}
      </label>
      {children({
        id,
        "aria-describedby": note === undefined ? undefined : `${id}-note`,
        "aria-invalid": error !== null,
      })}
      {note !== undefined && (
        <p id={`${id}-note`} class={`text-xs ${error === null ? "text-muted" : "text-bad"}`}>
          {note}
        </p>
      )}
    </div>
  );
}

export function Input(props: JSX.InputHTMLAttributes<HTMLInputElement>) {
  return <input {...props} class={`${BOX} h-9.5 px-3 text-sm ${props.class ?? ""}`} />;
}

interface TextAreaProps extends JSX.TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly boxRef?: RefObject<HTMLTextAreaElement>;
}

export function TextArea({ boxRef, ...props }: TextAreaProps) {
  return (
    <textarea
      {...(boxRef === undefined ? {} : { ref: boxRef })}
      {...props}
      class={`${BOX} px-3 py-2 text-sm ${props.class ?? ""}`}
    />
  );
}

export function Select(props: JSX.SelectHTMLAttributes<HTMLSelectElement>) {
  return <select {...props} class={`${BOX} h-9.5 px-2.5 text-sm ${props.class ?? ""}`} />;
}
