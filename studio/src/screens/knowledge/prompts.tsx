import { useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import type { PromptVersion } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, Select, TextArea } from "../../ui/fields/field.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";
import { RelativeTime } from "../../ui/values/time.tsx";
import { diffLines } from "./line-diff.ts";

interface Answer {
  readonly own: Readonly<Record<string, string>>;
  readonly items: readonly PromptVersion[];
}

/** What agents are told, by version: proposed, approved by an owner, in use at once, and back at once. */
export function Prompts() {
  const text = useText("prompts");
  const agents = useApi<{
    readonly items: readonly { readonly id: string; readonly promptParts: readonly string[] }[];
  }>("/internal/agent/agents");
  const [chosen, choose] = useState("");
  if (agents.data === undefined) return <AnswerPending answer={agents} />;
  const places = agents.data.items.flatMap(({ id, promptParts }) => promptParts.map((part) => ({ id, part })));
  const [first] = places;
  if (first === undefined) return <Empty icon="note" title={text.noneTitle} text={text.noneText} />;
  const place = places.find(({ id, part }) => `${id} ${part}` === chosen) ?? first;
  return (
    <div class="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto pt-3 pb-8">
      <Select
        aria-label={text.which}
        class="max-w-sm"
        value={`${place.id} ${place.part}`}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {places.map(({ id, part }) => (
          <option key={`${id} ${part}`} value={`${id} ${part}`}>
            {id} · {part}
          </option>
        ))}
      </Select>
      <Versions key={`${place.id} ${place.part}`} {...place} />
    </div>
  );
}

function Versions({ id, part }: { readonly id: string; readonly part: string }) {
  const text = useText("prompts");
  const frame = useText("frame");
  const { actor } = useSession();
  const [mayPropose, mayApprove] = [useMay("operate"), useMay("administer")];
  const path = `/internal/agent/agents/${encodeURIComponent(id)}/prompts`;
  const answer = useApi<Answer>(path);
  const fail = useFail();
  const command = useCommand([path]);
  const [draft, setDraft] = useState<string | null>(null);
  if (answer.data === undefined) return <AnswerPending answer={answer} />;
  const items = answer.data.items.filter((one) => one.part === part);
  const own = answer.data.own[part] ?? "";
  const used = items.find(({ isUsed }) => isUsed);
  const send = (deed: "approve" | "use", version: number | null) =>
    command.mutate(
      { path: `${path}/${part}/${deed}`, body: { actor, version } },
      {
        onSuccess: () => toast(version === null ? text.backToOwn : text.inUseNow(version)),
        onError: fail,
      },
    );
  const blocked = (may: boolean) => ({
    small: true,
    disabled: !may || command.isPending,
    title: may ? undefined : frame.readOnly,
  });
  return (
    <>
      <Panel
        title={text.title(id, part)}
        actions={
          <Button {...blocked(mayPropose)} look="primary" onClick={() => setDraft(used?.text ?? own)}>
            {text.propose}
          </Button>
        }
      >
        <ul class="divide-y divide-line text-sm" aria-label={text.versions}>
          {items.map((one) => (
            <li key={one.version} class="px-4 py-3">
              <p class="flex flex-wrap items-center gap-x-3 gap-y-2">
                <span class="font-medium">{text.version(one.version)}</span>
                {one.isUsed && <Badge tone="good">{text.inUse}</Badge>}
                {one.approvedBy === null && <Badge tone="warn">{text.waits}</Badge>}
                <span class="text-xs text-muted">
                  {one.proposedBy} · <RelativeTime at={one.proposedAt} />
                  {one.approvedBy !== null && ` · ${text.approvedBy(one.approvedBy)}`}
                </span>
                <span class="ml-auto flex gap-2">
                  {one.approvedBy === null && (
                    <Button {...blocked(mayApprove)} look="primary" onClick={() => send("approve", one.version)}>
                      {text.approve}
                    </Button>
                  )}
                  {one.approvedBy !== null && !one.isUsed && (
                    <Button {...blocked(mayPropose)} onClick={() => send("use", one.version)}>
                      {text.use}
                    </Button>
                  )}
                </span>
              </p>
              {one.note !== null && <p class="mt-1 break-words text-soft">{one.note}</p>}
              <details class="mt-2">
                <summary class="cursor-pointer text-xs text-accent">
                  {text.difference(used === undefined || used.version === one.version ? null : used.version)}
                </summary>
                <Difference
                  before={used === undefined || used.version === one.version ? own : used.text}
                  after={one.text}
                />
              </details>
            </li>
          ))}
          <li class="px-4 py-3">
            <p class="flex flex-wrap items-center gap-x-3 gap-y-2">
              <span class="font-medium">{text.own}</span>
              {used === undefined ? (
                <Badge tone="good">{text.inUse}</Badge>
              ) : (
                <Button {...blocked(mayPropose)} onClick={() => send("use", null)}>
                  {text.back}
                </Button>
              )}
            </p>
            <details class="mt-2">
              <summary class="cursor-pointer text-xs text-accent">{text.read}</summary>
              <pre class="mt-2 text-xs break-words whitespace-pre-wrap text-soft">{own}</pre>
            </details>
          </li>
        </ul>
      </Panel>
      {draft !== null && (
        <NoteDialog
          title={text.proposeTitle}
          action={text.propose}
          isBusy={command.isPending}
          error={command.error}
          isReady={draft.trim() !== ""}
          onClose={() => setDraft(null)}
          onAct={(note) =>
            command.mutate(
              { path: `${path}/${part}`, body: { actor, text: draft, note: note ?? null } },
              {
                onSuccess: () => {
                  toast(text.proposed);
                  setDraft(null);
                },
              },
            )
          }
        >
          <Field label={text.words} hint={text.wordsHint}>
            {(wiring) => (
              <TextArea
                {...wiring}
                rows={12}
                maxLength={32_000}
                value={draft}
                onInput={(event) => setDraft(event.currentTarget.value)}
              />
            )}
          </Field>
        </NoteDialog>
      )}
    </>
  );
}

const LOOKS = { same: "text-muted", added: "bg-good-wash text-ink", removed: "bg-bad-wash text-ink line-through" };
const SIGNS = { same: " ", added: "+", removed: "−" };

function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <pre class="mt-2 overflow-x-auto rounded-md border border-line text-xs">
      {diffLines(before, after).map(({ kind, text }, at) => (
        // Lines have no identity of their own, and the list is never reordered.
        <div key={at} class={`px-2 break-words whitespace-pre-wrap ${LOOKS[kind]}`}>
          {SIGNS[kind]} {text}
        </div>
      ))}
    </pre>
  );
}
