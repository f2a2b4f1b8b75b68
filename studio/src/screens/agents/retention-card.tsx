import { useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import { useApi, useCommand } from "../../api/use-api.ts";
import { defineText, useText } from "../../text/define-text.ts";
import { frameText } from "../../text/frame-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";

const PATH = "/internal/agent/retention";

type DataClass = "journals" | "messages" | "files" | "webhooks" | "nlu_samples" | "alerts";
type Days = Partial<Record<DataClass, number | null>>;

/** In English the server says it. */
const SPANISH_HOLDS: Readonly<Record<DataClass, string>> = {
  journals: "Pasos, llamadas a herramientas, confirmaciones y dudas. No más días que los mensajes.",
  messages: "Lo que se dijo, resúmenes y notas al tomar un chat.",
  files: "Fotos, audios y documentos de los clientes.",
  webhooks: "Avisos, lo que no se pudo leer y los reportes de entrega tal como llegaron.",
  nlu_samples: "Lo que el agente entendió de cada mensaje.",
  alerts: "Alertas ya resueltas.",
};

const retentionText = defineText({
  es: {
    title: "Conservación de datos",
    about: "Días que se guarda cada clase; vacío, para siempre.",
    forever: "para siempre",
    holds: (of: DataClass, _covers: string, least: number) => `${SPANISH_HOLDS[of]} Mínimo: ${least}.`,
    save: "Guardar los días",
    saved: "Guardado. Vale desde esta noche.",
    sure: "¿Guardar menos días?",
    forget: "Guardar y olvidar",
    gone: "Lo más viejo se olvida esta noche y no se puede recuperar:",
    journals: "Lo que hizo el agente",
    messages: "Mensajes",
    files: "Archivos",
    webhooks: "Avisos de WhatsApp",
    nlu_samples: "Ejemplos para aprender",
    alerts: "Alertas",
  },
  en: {
    title: "Data retention",
    about: "Days that each class is kept; empty, forever.",
    forever: "forever",
    holds: (_of: DataClass, covers: string, least: number) => `Holds ${covers}. At least ${least}.`,
    save: "Save the days",
    saved: "Saved. It holds from tonight on.",
    sure: "Keep fewer days?",
    forget: "Save and forget",
    gone: "What is older is forgotten tonight and cannot be brought back:",
    journals: "What the agent did",
    messages: "Messages",
    files: "Files",
    webhooks: "Notices of WhatsApp",
    nlu_samples: "Examples to learn from",
    alerts: "Alerts",
  },
});

interface Retention {
  readonly classes: readonly {
    readonly class: DataClass;
    readonly covers: string;
    /** Null: for good. */
    readonly days: number | null;
    readonly isOwn: boolean;
    readonly leastDays: number;
  }[];
}

/** How long what is kept is kept. Fewer days are asked about once more: a night takes what is older. */
export function RetentionCard() {
  const text = useText(retentionText);
  const frame = useText(frameText);
  const { actor } = useSession();
  const mayAct = useMay("administer");
  const { data, error, refetch } = useApi<Retention>(PATH);
  const command = useCommand([PATH]);
  const [draft, setDraft] = useState<Days>({});
  const [isAsking, setAsking] = useState(false);
  if (data === undefined) return error === null ? <SkeletonRows /> : <ErrorState error={error} onRetry={refetch} />;
  const wanted = data.classes.map((one) => {
    const days = draft[one.class];
    return { ...one, now: days === undefined ? one.days : days };
  });
  const changed = wanted.filter(({ now, days }) => now !== days);
  const shorter = changed.filter(({ now, days }) => now !== null && (days === null || now < days));
  const save = () => {
    const own = wanted.filter(({ now, days, isOwn }) => isOwn || now !== days);
    command.mutate(
      { method: "PUT", path: PATH, body: { actor, days: Object.fromEntries(own.map((one) => [one.class, one.now])) } },
      {
        onSuccess: () => {
          setDraft({});
          setAsking(false);
          toast(text.saved);
        },
        onError: (failure) => {
          if (shorter.length === 0) toast(failure.message, "bad");
        },
      },
    );
  };
  return (
    <Panel title={text.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          command.reset();
          if (shorter.length > 0) setAsking(true);
          else save();
        }}
      >
        <fieldset
          class="flex min-w-0 flex-col gap-4 px-4 py-4"
          disabled={!mayAct}
          title={mayAct ? undefined : frame.readOnly}
        >
          <p class="text-sm text-muted">{text.about}</p>
          {wanted.map(({ class: of, covers, now, leastDays }) => (
            <Field key={of} label={text[of]} hint={text.holds(of, covers, leastDays)}>
              {(wiring) => (
                <Input
                  {...wiring}
                  type="number"
                  min={leastDays}
                  max={36_500}
                  placeholder={text.forever}
                  value={now ?? ""}
                  onInput={({ currentTarget: { value } }) =>
                    setDraft({ ...draft, [of]: value === "" ? null : Number(value) })
                  }
                />
              )}
            </Field>
          ))}
          <Button type="submit" class="self-end" isBusy={command.isPending} disabled={changed.length === 0}>
            {text.save}
          </Button>
        </fieldset>
      </form>
      {isAsking && (
        <NoteDialog
          title={text.sure}
          action={text.forget}
          look="danger"
          hasNote={false}
          isBusy={command.isPending}
          error={command.error}
          onClose={() => setAsking(false)}
          onAct={save}
        >
          <p class="text-sm">{text.gone}</p>
          <ul class="list-disc pl-5 text-sm">
            {shorter.map(({ class: of, now, days }) => (
              <li key={of}>
                {text[of]}: {days ?? text.forever} → {now}
              </li>
            ))}
          </ul>
        </NoteDialog>
      )}
    </Panel>
  );
}
