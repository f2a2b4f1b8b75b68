import { Link } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { UnansweredQuestion } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";
import { RelativeTime } from "../../ui/values/time.tsx";

/** What customers asked in vain, the most asked first: each is an entry that the shop could write. */
export function Unanswered() {
  const text = useText("knowledge");
  const answer = useApi<{ readonly items: readonly UnansweredQuestion[] }>("/internal/agent/unanswered");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const fail = useFail();
  const command = useCommand(["/internal/agent/unanswered"]);
  const labels = useCommand<{ readonly labelled: number }>([]);
  const items = answer.data?.items;
  const dismiss = (question: UnansweredQuestion, done: string) =>
    command.mutate(
      { path: "/internal/agent/unanswered/dismiss", body: { actor, text: question.text } },
      { onSuccess: () => toast(done), onError: fail },
    );
  /** What its label says is settled: the question leaves the list. Messages of this minute are not kept yet, and stay. */
  const label = (question: UnansweredQuestion, guess: string) =>
    labels.mutate(
      { path: "/internal/agent/learning/labels", body: { actor, runIds: question.runIds, label: guess } },
      {
        onSuccess: ({ labelled }) =>
          labelled === 0 ? toast(text.labelledNone) : dismiss(question, text.labelled(labelled)),
        onError: fail,
      },
    );
  if (items === undefined) return <AnswerPending answer={answer} />;
  if (items.length === 0) return <Empty icon="check" title={text.noUnansweredTitle} text={text.noUnansweredText} />;
  return (
    <ul aria-label={text.unanswered} class="min-h-0 flex-1 overflow-y-auto">
      {items.map((question) => (
        <li key={question.conversationIds.join() + question.text} class="border-b border-line px-2 py-3.5 text-sm">
          <p class="flex flex-wrap items-center justify-between gap-3">
            <span class="font-medium" data-private>
              «{question.text}»
            </span>
            <span class="text-xs text-muted">
              <RelativeTime at={question.lastAskedAt} />
            </span>
          </p>
          <p class="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
            <Badge tone="accent">{text.asked(question.times)}</Badge>
            {question.conversationIds.slice(0, 1).map((id) => (
              <Link key={id} href={`/conversations/${id}`} class="text-accent hover:underline">
                {text.conversation}
              </Link>
            ))}
            <Link
              href={`/knowledge?tab=entries&ask=${encodeURIComponent(question.text)}`}
              class="text-accent hover:underline"
            >
              {text.answerIt}
            </Link>
            {question.guesses.map((guess) => (
              <Button
                key={guess}
                small
                look="quiet"
                disabled={!mayAct || labels.isPending || command.isPending}
                title={mayAct ? text.labelsIt(guess) : frame.readOnly}
                onClick={() => label(question, guess)}
              >
                {text.isAbout(guess)}
              </Button>
            ))}
            <Button
              small
              look="quiet"
              disabled={!mayAct || command.isPending}
              title={mayAct ? undefined : frame.readOnly}
              onClick={() => dismiss(question, text.dismissed)}
            >
              {text.dismiss}
            </Button>
          </p>
        </li>
      ))}
    </ul>
  );
}
