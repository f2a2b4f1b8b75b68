import { useState } from "preact/hooks";
import type { Artifact } from "../../api/types.ts";
import { usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { More } from "../../ui/lists/more.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import { ArtifactContent } from "./artifact-content.tsx";
import type { Source } from "./source.ts";
import { SourceDialog } from "./source-dialog.tsx";

/** What was made in one conversation, the newest first; each part a click away from its source. */
export function Artifacts({ conversation }: { readonly conversation: string | null }) {
  const text = useText("documents");
  if (conversation === null) return <Empty icon="conversation" title={text.chooseTitle} text={text.chooseText} />;
  return <OfConversation conversation={conversation} />;
}

function OfConversation({ conversation }: { readonly conversation: string }) {
  const text = useText("documents");
  const pages = usePages<Artifact>(`/internal/agent/conversations/${conversation}/artifacts`);
  const [opened, setOpened] = useState<Source | null>(null);
  const { items } = pages;
  if (items === undefined) return <AnswerPending answer={pages} />;
  if (items.length === 0) return <Empty icon="file" title={text.noArtifactsTitle} text={text.noArtifactsText} />;
  return (
    <div class="flex flex-col gap-4">
      {items.map((artifact) => {
        const before = items.find(({ artifact_id }) => artifact_id === artifact.revises_artifact_id);
        return (
          <article
            key={artifact.artifact_id}
            aria-label={text[artifact.artifact_type]}
            class="rounded-lg border border-line bg-surface px-4 py-3 text-sm"
          >
            <header class="flex flex-wrap items-center gap-2">
              <Badge tone="accent">{text[artifact.artifact_type]}</Badge>
              <span class="text-xs text-muted">
                <RelativeTime at={artifact.created_at} />
              </span>
            </header>
            <p class="mt-2 break-words text-soft" data-private>
              {text.request}: «{artifact.inputs.user_query}»
            </p>
            {artifact.warnings.map((warning) => (
              <Warning key={warning} warning={warning} />
            ))}
            {before === undefined ? (
              <ArtifactContent artifact={artifact} onOpen={setOpened} />
            ) : (
              <section aria-label={text.revises} class="mt-2 grid gap-4 md:grid-cols-2">
                <div>
                  <h3 class="text-xs font-semibold text-muted">{text.before}</h3>
                  <ArtifactContent artifact={before} onOpen={setOpened} />
                </div>
                <div>
                  <h3 class="text-xs font-semibold text-muted">{text.after}</h3>
                  <ArtifactContent artifact={artifact} other={before} onOpen={setOpened} />
                </div>
              </section>
            )}
          </article>
        );
      })}
      <More page={pages.nextPage} />
      {opened !== null && <SourceDialog source={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

function Warning({ warning }: { readonly warning: string }) {
  const text = useText("documents");
  const count = /^claims_left_out:(\d+)$/u.exec(warning)?.[1];
  const words = count !== undefined ? text.leftOut(count) : warning === "layout_guessed" ? text.guessed : warning;
  return <p class="mt-1 text-xs text-warn">{words}</p>;
}
