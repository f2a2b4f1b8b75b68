import { useState } from "preact/hooks";
import { useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/fields/field.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { TOKENS } from "./paths.ts";

const MOST_DAYS = 3_650;

/** Makes a token for a program. People come in by a link. */
export function TokenDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText("people");
  const [name, setName] = useState("");
  const [days, setDays] = useState("90");
  const [token, setToken] = useState<string | null>(null);
  const make = useCommand<{ readonly token: string }>([TOKENS]);
  const lifeDays = Number(days);
  if (token !== null) {
    const copy = async () => {
      await navigator.clipboard.writeText(token);
      toast(text.copied);
    };
    return (
      <Dialog
        title={text.tokenTitle}
        onClose={onClose}
        actions={
          <>
            <Button look="quiet" onClick={onClose}>
              {text.done}
            </Button>
            <Button look="primary" icon="copy" onClick={() => void copy()}>
              {text.copyToken}
            </Button>
          </>
        }
      >
        <p class="mb-3 text-sm text-pretty text-warn">{text.tokenOnce}</p>
        <Input
          aria-label={text.token}
          readOnly
          class="font-mono"
          value={token}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Dialog>
    );
  }
  return (
    <NoteDialog
      title={text.newToken}
      action={text.makeToken}
      hasNote={false}
      isReady={name.trim() !== "" && Number.isInteger(lifeDays) && lifeDays >= 1 && lifeDays <= MOST_DAYS}
      isBusy={make.isPending}
      error={make.error}
      onClose={onClose}
      onAct={() =>
        make.mutate(
          { path: TOKENS, body: { name: name.trim(), role: "service", lifeDays } },
          { onSuccess: (made) => setToken(made.token) },
        )
      }
    >
      <Field label={text.tokenName}>
        {(wiring) => (
          <Input {...wiring} maxLength={200} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        )}
      </Field>
      <Field label={text.tokenDays}>
        {(wiring) => (
          <Input {...wiring} inputMode="numeric" value={days} onInput={(event) => setDays(event.currentTarget.value)} />
        )}
      </Field>
    </NoteDialog>
  );
}
