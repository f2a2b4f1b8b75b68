import { useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import type { RunScore } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { knownText } from "../../text/known-text.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, TextArea } from "../../ui/fields/field.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";
import { useNumbers } from "../../ui/values/number.ts";

/** How a run was judged, and what a person of the shop says of it. */
export function ScoresPanel({ runId }: { readonly runId: string }) {
  const text = useText("runs");
  const frame = useText("frame");
  const numbers = useNumbers();
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const path = `/internal/agent/runs/${encodeURIComponent(runId)}/scores`;
  const answer = useApi<{ readonly items: readonly RunScore[] }>(path);
  const fail = useFail();
  const command = useCommand([path, "/internal/agent/evaluations"]);
  const [isWrong, setWrong] = useState(false);
  const [correct, setCorrect] = useState("");
  const score = (value: number, more: { comment?: string | undefined; correct?: string } = {}) =>
    command.mutate(
      { path, body: { actor, value, ...more } },
      {
        onSuccess: () => {
          toast(text.scored);
          setWrong(false);
        },
        onError: fail,
      },
    );
  const blocked = { disabled: !mayAct || command.isPending, title: mayAct ? undefined : frame.readOnly };
  return (
    <Panel
      title={text.scores}
      actions={
        <span class="flex gap-2">
          <Button small {...blocked} onClick={() => score(1)}>
            {text.right}
          </Button>
          <Button small {...blocked} onClick={() => setWrong(true)}>
            {text.wrong}
          </Button>
        </span>
      }
    >
      {answer.data === undefined ? (
        <AnswerPending answer={answer} />
      ) : (
        <ul class="divide-y divide-line text-sm">
          {answer.data.items.map((one) => (
            <li
              key={`${one.name} ${one.by ?? one.source}`}
              class="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5"
            >
              <Badge tone={one.value < 0.5 ? "bad" : "good"}>{numbers.percent(one.value)}</Badge>
              <span class="font-medium">{knownText(text, `score_${one.name}`) ?? one.name}</span>
              <span class="text-muted">{one.by ?? text[`from_${one.source}`]}</span>
              {(one.correct ?? one.comment) !== null && (
                <span class="basis-full break-words text-soft" data-private>
                  {one.correct ?? one.comment}
                </span>
              )}
            </li>
          ))}
          {answer.data.items.length === 0 && <li class="px-4 py-3 text-muted">{text.noScores}</li>}
        </ul>
      )}
      {isWrong && (
        <NoteDialog
          title={text.wrongTitle}
          action={text.wrong}
          isBusy={command.isPending}
          error={command.error}
          onClose={() => setWrong(false)}
          onAct={(comment) => score(0, { comment, ...(correct.trim() === "" ? {} : { correct: correct.trim() }) })}
        >
          <Field label={text.correct} hint={text.correctHint}>
            {(wiring) => (
              <TextArea
                {...wiring}
                rows={3}
                value={correct}
                onInput={(event) => setCorrect(event.currentTarget.value)}
              />
            )}
          </Field>
        </NoteDialog>
      )}
    </Panel>
  );
}
