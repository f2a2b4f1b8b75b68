import { useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import type { Retention } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/fields/field.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";
import { withoutSaved } from "../../ui/without-saved.ts";

const PATH = "/internal/agent/retention";

type Days = Partial<Record<Retention["classes"][number]["class"], number | null>>;

/**
 * Days that each class of data is kept. The card asks again before it shortens them, because the
 * next night deletes older data.
 */
export function RetentionCard() {
  const text = useText("retention");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayAct = useMay("administer");
  const { data, error, refetch } = useApi<Retention>(PATH);
  const fail = useFail();
  const command = useCommand([PATH]);
  const [draft, setDraft] = useState<Days>({});
  const [isAsking, setAsking] = useState(false);
  if (data === undefined) return <AnswerPending answer={{ error, refetch }} />;
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
          setDraft((now) => withoutSaved(now, draft));
          setAsking(false);
          toast(text.saved);
        },
        onError: (failure) => {
          if (shorter.length === 0) fail(failure);
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
                    setDraft((now) => ({ ...now, [of]: value === "" ? null : Number(value) }))
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
