import { Link } from "wouter-preact";
import type { SourcedFact } from "../../api/types.ts";
import { useText } from "../../text/use-text.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { RowActions } from "../../ui/lists/row-actions.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";

const TONES: Readonly<Record<SourcedFact["store"], Tone>> = {
  verified: "good",
  researched: "neutral",
  withdrawn: "bad",
};

interface SourcedFactRowProps {
  readonly fact: SourcedFact;
  readonly onOpen: () => void;
  readonly onJudge: (verdict: "verified" | "withdrawn" | "open") => void;
}

export function SourcedFactRow({ fact, onOpen, onJudge }: SourcedFactRowProps) {
  const text = useText("documents");
  const { store, conflictsWith, verdict, source, topic, conversationId, createdAt } = fact;
  const isJudged = verdict !== null && verdict.verdict !== "open";
  return (
    <li class="flex flex-wrap items-start gap-3 px-4 py-3 text-sm">
      <div class="min-w-0 flex-1 basis-72">
        <p class="break-words" data-private>
          {fact.fact}
        </p>
        <p class="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          <Badge tone={TONES[store]}>{text[store]}</Badge>
          {conflictsWith.length > 0 && <Badge tone="warn">{text.contradicts(conflictsWith.length)}</Badge>}
          <span class="break-words" data-private>
            {topic}
          </span>
        </p>
        <p class="mt-1 flex flex-wrap items-center gap-x-3 text-xs text-muted">
          <button type="button" class="min-w-0 text-left break-all text-accent hover:underline" onClick={onOpen}>
            {source}
          </button>
          <Link href={`/conversations/${conversationId}`} class="text-accent hover:underline">
            {text.conversation}
          </Link>
          <Link href={`/documents?tab=artifacts&conversation=${conversationId}`} class="text-accent hover:underline">
            {text.made}
          </Link>
          <RelativeTime at={createdAt} />
          {isJudged && (
            <span>
              {text[store]} {text.judgedBy(verdict.by)} · <RelativeTime at={verdict.at} />
              {verdict.note !== null && ` · ${verdict.note}`}
            </span>
          )}
        </p>
      </div>
      <RowActions
        of={fact.fact}
        actions={
          isJudged
            ? [{ icon: "refresh", label: text.takeBack, onAct: () => onJudge("open") }]
            : [
                { icon: "check", label: text.verify, onAct: () => onJudge("verified") },
                { icon: "close", label: text.withdraw, onAct: () => onJudge("withdrawn") },
              ]
        }
      />
    </li>
  );
}
