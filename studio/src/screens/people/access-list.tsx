import { useState } from "preact/hooks";
import type { ApiToken } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import { TOKENS } from "./paths.ts";

/** Links, browsers and programs with access, also former ones, the newest first. */
export function AccessList() {
  const text = useText("people");
  const answer = useApi<{ readonly items: readonly ApiToken[] }>(TOKENS);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const revoke = useCommand([TOKENS]);
  const { data } = answer;
  if (data === undefined) return <AnswerPending answer={answer} rows={3} />;
  if (data.items.length === 0) return <Empty icon="key" title={text.noAccessTitle} text={text.noAccessText} />;
  const kinds = { waiting: text.linkWaiting, used: text.linkUsed, over: text.linkOver };
  return (
    <div class="mx-auto max-w-3xl pt-4">
      <Panel>
        <ul class="divide-y divide-line">
          {data.items.map((token) => (
            <li key={token.id} class="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
              <div class="min-w-0 flex-1 basis-56">
                <p class="flex flex-wrap items-center gap-2 font-medium">
                  <span class="break-words">{token.name}</span>
                  <Badge tone={token.link === "waiting" ? "warn" : "neutral"}>
                    {token.link === null ? text.token : kinds[token.link]}
                  </Badge>
                  {token.revokedAt !== null && <Badge tone="bad">{text.revoked}</Badge>}
                </p>
                <p class="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted">
                  {token.role !== null && <span>{text[token.role]}</span>}
                  <span>{token.sessions === 0 ? text.noSessions : text.sessions(token.sessions)}</span>
                  {token.link === null && (
                    <span>
                      {token.lastUsedAt === null ? (
                        text.neverUsed
                      ) : (
                        <>
                          {text.lastUsed} <RelativeTime at={token.lastUsedAt} />
                        </>
                      )}
                    </span>
                  )}
                  {token.expiresAt !== null && token.revokedAt === null && (
                    <span>
                      {text.expires} <RelativeTime at={token.expiresAt} />
                    </span>
                  )}
                  <span>{text.createdBy(token.createdBy)}</span>
                </p>
              </div>
              {token.revokedAt === null && (
                <Button small look="quiet" icon="trash" onClick={() => setRevoking(token)}>
                  {text.revoke}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Panel>
      {revoking !== null && (
        <NoteDialog
          title={text.revokeTitle(revoking.name)}
          action={text.revoke}
          look="danger"
          hasNote={false}
          isBusy={revoke.isPending}
          error={revoke.error}
          onClose={() => setRevoking(null)}
          onAct={() =>
            revoke.mutate(
              { path: `${TOKENS}/${revoking.id}/revoke`, body: {} },
              {
                onSuccess: () => {
                  setRevoking(null);
                  toast(text.revokedToast);
                },
              },
            )
          }
        >
          <p class="text-sm text-pretty text-soft">{text.revokeText}</p>
        </NoteDialog>
      )}
    </div>
  );
}
