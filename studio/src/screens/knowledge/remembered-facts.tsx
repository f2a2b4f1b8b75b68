import { useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import type { ContactMemory, RememberedFact } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { Covered } from "../../ui/values/phone.tsx";
import { FactRow, useFactName } from "./fact-row.tsx";

/** What agents remember of a customer, each fact with the words that said it. */
export function RememberedFacts({ contact }: { readonly contact: string }) {
  const text = useText("memory");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const nameOf = useFactName();
  const path = `/internal/agent/contacts/${contact}/memory`;
  const { data, error, refetch } = useApi<ContactMemory>(path);
  const command = useCommand([path, "/internal/agent/conversations"]);
  const [asking, setAsking] = useState<RememberedFact | "all" | null>(null);
  if (data === undefined) {
    return (
      <div class="pt-4">
        <AnswerPending answer={{ error, refetch }} />
      </div>
    );
  }
  const { facts, former } = data;
  const ask = (which: RememberedFact | "all") => {
    command.reset();
    setAsking(which);
  };
  const forget = (which: RememberedFact | "all") =>
    command.mutate(
      { path: `${path}/forget`, body: { actor, facts: which === "all" ? "all" : [which.id] } },
      {
        onSuccess: () => {
          setAsking(null);
          toast(text.forgotten);
        },
      },
    );
  return (
    <div class="flex flex-col gap-4 pt-4">
      {facts.length === 0 && <Empty icon="knowledge" title={text.emptyTitle} text={text.emptyText} />}
      <Profile profile={data.profile} />
      {facts.length > 0 && (
        <Panel
          title={text.facts}
          actions={
            <Button
              small
              look="quiet"
              icon="trash"
              disabled={!mayAct}
              title={mayAct ? undefined : frame.readOnly}
              onClick={() => ask("all")}
            >
              {text.forgetAll}
            </Button>
          }
        >
          <ul aria-label={text.facts} class="divide-y divide-line">
            {facts.map((fact) => (
              <FactRow key={fact.id} fact={fact} onForget={() => ask(fact)} />
            ))}
          </ul>
        </Panel>
      )}
      {former.length > 0 && (
        <Panel title={text.former}>
          <ul aria-label={text.former} class="divide-y divide-line">
            {former.map((fact) => (
              <FactRow key={fact.id} fact={fact} />
            ))}
          </ul>
        </Panel>
      )}
      {asking !== null && (
        <NoteDialog
          title={asking === "all" ? text.forgetAllTitle : text.forgetTitle(nameOf(asking))}
          action={asking === "all" ? text.forgetAll : text.forget}
          look="danger"
          hasNote={false}
          isBusy={command.isPending}
          error={command.error}
          onClose={() => setAsking(null)}
          onAct={() => forget(asking)}
        >
          {asking !== "all" && (
            <p class="font-medium break-words" data-private>
              <Covered words={asking.value} />
            </p>
          )}
          <p class="text-sm text-soft">{asking === "all" ? text.forgetAllText : text.forgetText}</p>
        </NoteDialog>
      )}
    </div>
  );
}

function Profile({ profile }: Pick<ContactMemory, "profile">) {
  const text = useText("memory");
  if (profile === null) return null;
  const lines = [
    [text.name, profile.displayName],
    [text.tone, profile.tonePreference],
    [text.language, profile.languagePreference],
    [text.timezone, profile.timezone],
    [text.goals, profile.goals],
    [text.constraints, profile.constraints],
  ] as const;
  return (
    <Panel title={text.profile}>
      <dl class="flex flex-wrap gap-x-6 gap-y-2 px-4 py-3 text-sm">
        {lines.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} class="min-w-0">
                <dt class="text-xs text-muted">{label}</dt>
                <dd class="break-words" data-private>
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
}
