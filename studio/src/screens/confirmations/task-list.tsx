import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { Task } from "../../api/types.ts";
import { useCommand, usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { More } from "../../ui/lists/more.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";
import { useTaskWords } from "../../ui/use-task-words.ts";
import { RelativeTime } from "../../ui/values/time.tsx";

const PATH = "/internal/agent/tasks";

/** Tasks that turns left to people. */
export function TaskList() {
  const text = useText("confirmations");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const [closing, setClosing] = useState<Task | null>(null);
  const pages = usePages<Task>(PATH, { query: { status: "open" } });
  const fail = useFail();
  const told = useTaskWords();
  const command = useCommand([PATH, "/internal/agent/inbox"]);
  const { items } = pages;
  if (items === undefined) {
    return <AnswerPending answer={pages} />;
  }
  if (items.length === 0) return <Empty icon="check" title={text.noTasksTitle} text={text.noTasksText} />;
  const assign = (task: Task, assignee: string | null) =>
    command.mutate({ path: `${PATH}/${task.id}/assign`, body: { actor, assignee } }, { onError: fail });
  const words = { high: text.priorityHigh, normal: text.priorityNormal, low: text.priorityLow };
  const tones = { high: "bad", normal: "neutral", low: "neutral" } as const;
  const blocked = { disabled: !mayAct, title: mayAct ? undefined : frame.readOnly };
  return (
    <div class="mx-auto max-w-3xl pt-4">
      <Panel>
        <ul class="divide-y divide-line">
          {items.map((task) => (
            <li key={task.id} class="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3.5">
              <div class="min-w-0 flex-1 basis-64">
                <p class="flex flex-wrap items-center gap-2">
                  <span class="font-medium">{told(task).title}</span>
                  {task.priority !== "normal" && <Badge tone={tones[task.priority]}>{words[task.priority]}</Badge>}
                </p>
                {told(task).notes.map((note) => (
                  <p key={note} class="text-sm text-pretty text-soft">
                    {note}
                  </p>
                ))}
                <p class="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted">
                  {task.contactName !== null && (
                    <span class="font-medium text-soft" data-private>
                      {task.contactName}
                    </span>
                  )}
                  <RelativeTime at={task.createdAt} />
                  <span>{task.assignee === null ? text.free : text.assignedTo(task.assignee)}</span>
                  <Link href={`/conversations/${task.conversationId}`} class="text-accent hover:underline">
                    {text.conversation}
                  </Link>
                </p>
              </div>
              <div class="flex gap-2">
                {task.assignee === actor ? (
                  <Button small look="quiet" {...blocked} onClick={() => assign(task, null)}>
                    {text.giveBack}
                  </Button>
                ) : (
                  <Button small {...blocked} onClick={() => assign(task, actor)}>
                    {text.take}
                  </Button>
                )}
                <Button small icon="check" {...blocked} onClick={() => setClosing(task)}>
                  {text.done}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      <More page={pages.nextPage} />
      {closing !== null && (
        <NoteDialog
          title={text.doneTitle}
          action={text.done}
          isBusy={command.isPending}
          error={command.error}
          onClose={() => setClosing(null)}
          onAct={(note) =>
            command.mutate(
              { path: `${PATH}/${closing.id}/complete`, body: { actor, note } },
              {
                onSuccess: () => {
                  setClosing(null);
                  toast(text.doneToast);
                },
              },
            )
          }
        >
          <p class="text-sm text-soft">{told(closing).title}</p>
        </NoteDialog>
      )}
    </div>
  );
}
