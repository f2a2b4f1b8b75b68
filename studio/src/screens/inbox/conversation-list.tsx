import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import type { InboxItem } from "../../api/types.ts";
import { usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { AnswerPending } from "../../ui/answer-pending.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { AgentOff } from "./agent-off.tsx";
import { InboxRow } from "./inbox-row.tsx";

type Filter = "all" | "needs_me" | "human" | "bot";

const TYPING_MS = 200;

export function ConversationList({ chosen }: { readonly chosen: string | null }) {
  const text = useText("inbox");
  const [, navigate] = useLocation();
  const [filter, setFilter] = useState<Filter>("all");
  const [typed, setTyped] = useState("");
  const query = useSettled(typed.trim());
  const search = useRef<HTMLInputElement>(null);
  const pages = usePages<InboxItem>("/internal/agent/inbox", { query: { filter, q: query } });
  const items = pages.items ?? [];
  const at = items.findIndex(({ id }) => id === chosen);
  const [marked, setMarked] = useState<string | null>(null);
  const markedAt = items.findIndex(({ id }) => id === marked);
  const move = (step: number) => {
    const from = markedAt >= 0 ? markedAt : at;
    const next = items[Math.max(0, Math.min(items.length - 1, from + step))];
    if (next !== undefined) setMarked(next.id);
  };
  useShortcuts({
    "/": () => search.current?.focus(),
    j: () => move(1),
    k: () => move(-1),
    Enter: () => marked !== null && navigate(`/conversations/${marked}`),
    Escape: () => chosen !== null && navigate("/inbox"),
  });
  return (
    <>
      <header class="px-4 pt-5 pb-2 md:pt-7">
        <h1 class="text-2xl font-semibold">{text.title}</h1>
        <label class="mt-3 flex h-9.5 items-center gap-2.5 rounded-md border border-line bg-surface px-3 shadow-card focus-within:border-accent focus-within:outline-2 focus-within:outline-accent">
          <Icon name="search" size={16} class="shrink-0 text-muted" />
          <span class="sr-only">{text.search}</span>
          <input
            ref={search}
            type="search"
            value={typed}
            placeholder={text.search}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") event.currentTarget.blur();
            }}
            class="min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-muted"
          />
        </label>
      </header>
      <AgentOff />
      <Tabs<Filter>
        label={text.filters}
        chosen={filter}
        onChoose={setFilter}
        tabs={[
          { name: "all", label: text.filterAll },
          { name: "needs_me", label: text.filterNeedsMe },
          { name: "human", label: text.filterHuman },
          { name: "bot", label: text.filterBot },
        ]}
      />
      {pages.items === undefined ? (
        <AnswerPending answer={pages} />
      ) : items.length === 0 ? (
        <NothingHere filter={filter} isSearch={query !== ""} />
      ) : (
        <VirtualList
          label={text.list}
          items={items}
          keyOf={({ id }) => id}
          estimatePx={94}
          active={markedAt}
          nextPage={pages.nextPage}
          render={(item) => <InboxRow item={item} isChosen={item.id === chosen} isMarked={item.id === marked} />}
        />
      )}
    </>
  );
}

function NothingHere({ filter, isSearch }: { readonly filter: Filter; readonly isSearch: boolean }) {
  const text = useText("inbox");
  const [, navigate] = useLocation();
  if (isSearch) return <Empty icon="search" title={text.noneFoundTitle} text={text.noneFoundText} />;
  if (filter === "needs_me" || filter === "human") {
    return <Empty icon="check" title={text.noneNeedTitle} text={text.noneNeedText} />;
  }
  return (
    <Empty icon="inbox" title={text.emptyTitle} text={text.emptyText}>
      <Button icon="sandbox" onClick={() => navigate("/sandbox")}>
        {text.emptySandbox}
      </Button>
    </Empty>
  );
}

/** The typed text, once typing pauses. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
