import { useState } from "preact/hooks";
import { Button } from "../button.tsx";
import { Input } from "./field.tsx";

interface AskFormProps {
  /** What may be asked. */
  readonly label: string;
  /** The words of the button. */
  readonly action: string;
  /** The question, trimmed; "" takes the answer away. */
  readonly onAsk: (question: string) => void;
}

/** One line that is asked when the person says so, because each question costs the server a search. */
export function AskForm({ label, action, onAsk }: AskFormProps) {
  const [typed, setTyped] = useState("");
  return (
    <form
      class="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk(typed.trim());
      }}
    >
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={1_000}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" icon="search">
        {action}
      </Button>
    </form>
  );
}
