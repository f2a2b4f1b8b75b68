import { useEffect, useState } from "preact/hooks";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextArea } from "../../../ui/fields/field.tsx";
import { useReason } from "../../../ui/states/error-state.tsx";
import { toast } from "../../../ui/states/toast.tsx";
import type { Sandbox } from "../sandbox-api.ts";

/** The state that may be edited, by the names of the API. */
function stateOf({ session, knownData, isBotOn }: Sandbox): string {
  return JSON.stringify(
    {
      mode: session.mode,
      datos_capturados: session.datosCapturados,
      pack_seleccionado: session.packSeleccionado,
      intents_vistos: session.intentsVistos.map(({ intent }) => intent),
      templates_enviados: session.templatesEnviados,
      pendientes: session.pendientes,
      datos_conocidos: knownData,
      bot: isBotOn ? "on" : "off",
    },
    null,
    2,
  );
}

export function StateTab({ sandbox, onApply }: { sandbox: Sandbox; onApply: (body: unknown) => Promise<unknown> }) {
  const text = useText("sandbox");
  const now = stateOf(sandbox);
  const [draft, setDraft] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const reason = useReason(failure);
  // A draft stays as typed while the agent changes the state; it is dropped once both agree.
  useEffect(() => {
    if (draft === now) setDraft(null);
  }, [now]);
  const apply = async () => {
    try {
      await onApply(JSON.parse(draft ?? now));
      setDraft(null);
      setFailure(null);
      toast(text.applied);
    } catch (error) {
      setFailure(error instanceof SyntaxError ? new Error(`${text.notJson}: ${error.message}`) : error);
    }
  };
  return (
    <div class="flex min-h-0 flex-1 flex-col gap-2">
      <Field label={text.tabState} hint={text.stateHint} error={failure === null ? null : reason}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={16}
            spellcheck={false}
            class="font-mono text-xs!"
            value={draft ?? now}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="flex gap-2">
        <Button small look="primary" disabled={draft === null} onClick={apply}>
          {text.apply}
        </Button>
        <Button
          small
          disabled={draft === null}
          onClick={() => {
            setDraft(null);
            setFailure(null);
          }}
        >
          {text.discard}
        </Button>
      </div>
    </div>
  );
}
