import { useState } from "preact/hooks";
import { useSearchParams } from "wouter-preact";
import { useSession } from "../../api/session.tsx";
import type { SourcedFact } from "../../api/types.ts";
import { useCommand, usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input, Select } from "../../ui/fields/field.tsx";
import { More } from "../../ui/lists/more.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { SourcedFactRow } from "./fact-row.tsx";
import { FACTS } from "./paths.ts";
import { type Source, sourceOfFact } from "./source.ts";
import { SourceDialog } from "./source-dialog.tsx";

const STORES = ["verified", "researched", "withdrawn"] as const;

/** Every fact with its source, how sure it is and what contradicts it; a person verifies it or withdraws it. */
export function Facts() {
  const text = useText("documents");
  const { actor } = useSession();
  const [search, setSearch] = useSearchParams();
  const sought = search.get("text") ?? "";
  const store = STORES.find((name) => name === search.get("store")) ?? null;
  const contradicted = search.get("contradicted") === "true";
  const [typed, setTyped] = useState(sought);
  const change = (changed: { text?: string; store?: string; contradicted?: boolean }) => {
    const next = { text: sought, store: store ?? "", contradicted, ...changed };
    setSearch(
      {
        tab: "facts",
        ...(next.text === "" ? {} : { text: next.text }),
        ...(next.store === "" ? {} : { store: next.store }),
        ...(next.contradicted ? { contradicted: "true" } : {}),
      },
      { replace: true },
    );
  };
  const pages = usePages<SourcedFact>(FACTS, {
    query: { text: sought, store, contradicted: contradicted ? "true" : null },
  });
  const { items } = pages;
  const [opened, setOpened] = useState<Source | null>(null);
  const [judged, setJudged] = useState<{ fact: SourcedFact; verdict: "verified" | "withdrawn" } | null>(null);
  const command = useCommand<SourcedFact>([FACTS]);
  const judge = ({ id, conversationId }: SourcedFact, verdict: string, note?: string) =>
    command.mutate(
      {
        path: `${FACTS}/${id}/verdict`,
        body: { actor, conversationId, verdict, ...(note === undefined ? {} : { note }) },
      },
      {
        onSuccess: () => {
          setJudged(null);
          toast(text.judged);
        },
      },
    );
  return (
    <div class="flex flex-col gap-4">
      <form
        class="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          change({ text: typed.trim() });
        }}
      >
        <div class="min-w-0 flex-1 basis-72">
          <Input
            type="search"
            aria-label={text.searchFacts}
            placeholder={text.searchFacts}
            maxLength={200}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        <Button type="submit" icon="search">
          {text.search}
        </Button>
        <Field label={text.store}>
          {(wiring) => (
            <Select {...wiring} value={store ?? ""} onChange={(event) => change({ store: event.currentTarget.value })}>
              <option value="">{text.all}</option>
              {STORES.map((name) => (
                <option key={name} value={name}>
                  {text[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <label class="flex items-center gap-2 pb-2 text-sm">
          <input
            type="checkbox"
            checked={contradicted}
            onChange={(event) => change({ contradicted: event.currentTarget.checked })}
          />
          {text.contradicted}
        </label>
      </form>
      {items === undefined && <AnswerPending answer={pages} />}
      {items?.length === 0 && <Empty icon="check" title={text.noFactsTitle} text={text.noFactsText} />}
      {items !== undefined && items.length > 0 && (
        <ul aria-label={text.facts} class="divide-y divide-line rounded-lg border border-line bg-surface">
          {items.map((fact) => (
            <SourcedFactRow
              key={`${fact.conversationId} ${fact.id}`}
              fact={fact}
              onOpen={() => setOpened(sourceOfFact(fact))}
              onJudge={(verdict) => {
                command.reset();
                if (verdict === "open") judge(fact, verdict);
                else setJudged({ fact, verdict });
              }}
            />
          ))}
        </ul>
      )}
      <More page={pages.nextPage} />
      {opened !== null && <SourceDialog source={opened} onClose={() => setOpened(null)} />}
      {judged !== null && (
        <NoteDialog
          title={judged.verdict === "verified" ? text.verifyTitle : text.withdrawTitle}
          action={judged.verdict === "verified" ? text.verify : text.withdraw}
          look={judged.verdict === "verified" ? "primary" : "danger"}
          isBusy={command.isPending}
          error={command.error}
          onClose={() => setJudged(null)}
          onAct={(note) => judge(judged.fact, judged.verdict, note)}
        >
          <p class="text-sm break-words">{judged.fact.fact}</p>
          <p class="text-sm text-soft">{judged.verdict === "verified" ? text.verifyText : text.withdrawText}</p>
        </NoteDialog>
      )}
    </div>
  );
}
