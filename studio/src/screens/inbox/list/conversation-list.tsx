import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { useMay } from "../../../api/session.tsx";
import type { InboxItem } from "../../../api/types.ts";
import { usePages } from "../../../api/use-api.ts";
import { useCounts } from "../../../api/use-counts.ts";
import { keep, readKept } from "../../../stored-json.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { useShortcuts } from "../../../ui/shortcuts.ts";
import { AnswerPending } from "../../../ui/states/answer-pending.tsx";
import { Empty } from "../../../ui/states/empty.tsx";
import { toast } from "../../../ui/states/toast.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { AgentOff } from "../agent-off.tsx";
import { BulkBar, type Chosen } from "./bulk-bar.tsx";
import { InboxRow } from "./inbox-row.tsx";
import { rareFilterNames } from "./rare-filters.ts";
import { EVERYTHING, type Filter, nextNeeding, type Selection } from "./selection.ts";
import { SwipeRow } from "./swipe-row.tsx";
import { ViewMenu } from "./view-menu.tsx";

const TYPING_MS = 200;
/** The server takes no more in one request. */
const MOST_AT_ONCE = 200;
const KEPT = "inbox.selection";

function readSelection(): Selection {
  const kept = readKept(KEPT);
  return typeof kept === "object" && kept !== null ? { ...EVERYTHING, ...kept } : EVERYTHING;
}

interface ConversationListProps {
  readonly chosen: string | null;
  /** Told when the list could not be loaded, and when it could again. */
  readonly onFailed: (hasFailed: boolean) => void;
}

export function ConversationList({ chosen, onFailed }: ConversationListProps) {
  const text = useText("inbox");
  const [, navigate] = useLocation();
  const [selection, setSelection] = useState<Selection>(readSelection);
  const select = (next: Selection) => {
    setSelection(next);
    keep(KEPT, next);
  };
  const [typed, setTyped] = useState("");
  const query = useSettled(typed.trim());
  const search = useRef<HTMLInputElement>(null);
  const counts = useCounts();
  const pages = usePages<InboxItem>("/internal/agent/inbox", { query: { ...selection, q: query } });
  const items = pages.items ?? [];
  const hasFailed = pages.items === undefined && pages.error !== null;
  useEffect(() => onFailed(hasFailed), [hasFailed]);
  const at = items.findIndex(({ id }) => id === chosen);
  const [marked, setMarked] = useState<string | null>(null);
  /** The chosen ones, each with the person who had it when it was chosen. */
  const [many, setMany] = useState<Chosen | null>(null);
  const mayOperate = useMay("operate");
  const markedAt = items.findIndex(({ id }) => id === marked);
  const move = (step: number) => {
    const from = markedAt >= 0 ? markedAt : at;
    const next = items[Math.max(0, Math.min(items.length - 1, from + step))];
    if (next !== undefined) setMarked(next.id);
  };
  const toggle = (id: string) =>
    setMany((before) => {
      const next = new Map(before);
      if (!next.delete(id)) next.set(id, items.find((item) => item.id === id)?.assignee ?? null);
      return next;
    });
  // Pressed before the list is there, the key waits for it.
  const [isNextAsked, askNext] = useState(false);
  useEffect(() => {
    if (!isNextAsked || (pages.items === undefined && !hasFailed)) return;
    askNext(false);
    const next = nextNeeding(items, chosen);
    if (next !== null) navigate(`/conversations/${next.id}`);
    else if (!hasFailed) toast(text.noneNeedTitle);
  }, [isNextAsked, pages.items, hasFailed]);
  useShortcuts({
    "/": () => search.current?.focus(),
    j: () => move(1),
    k: () => move(-1),
    n: () => askNext(true),
    x: () => {
      const id = marked ?? chosen;
      if (mayOperate && id !== null) toggle(id);
    },
    Enter: () => marked !== null && navigate(`/conversations/${marked}`),
    Escape: () => (many !== null ? setMany(null) : chosen !== null && navigate("/inbox")),
  });
  const { filter } = selection;
  return (
    <>
      <header class="px-4 pt-5 pb-2 md:pt-7">
        <div class="flex items-center justify-between">
          <h1 class="text-2xl font-semibold">{text.title}</h1>
          <ViewMenu selection={selection} onChoose={select} onSelectMany={() => setMany(new Map())} />
        </div>
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
        onChoose={(name) => select({ ...selection, filter: name })}
        tabs={[
          { name: "all", label: text.filterAll },
          { name: "needs_me", label: text.filterNeedsMe, count: counts?.needsMe ?? 0 },
          { name: "unread", label: text.filterUnread, count: counts?.unread ?? 0 },
          { name: "mine", label: text.filterMine, count: counts?.mine ?? 0 },
        ]}
      />
      <ChosenParts selection={selection} onChoose={select} />
      {many !== null && (
        <BulkBar
          selected={many}
          onAll={() => setMany(new Map(items.slice(0, MOST_AT_ONCE).map(({ id, assignee }) => [id, assignee])))}
          onClose={() => setMany(null)}
          // What another person has taken stays chosen, as it stands now.
          onTaken={(ids) =>
            setMany(new Map(ids.map((id) => [id, items.find((item) => item.id === id)?.assignee ?? null])))
          }
        />
      )}
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
          render={(item) => (
            <SwipeRow item={item}>
              <InboxRow
                item={item}
                isChosen={item.id === chosen}
                isMarked={item.id === marked}
                isSelected={many === null ? null : many.has(item.id)}
                onSelect={() => toggle(item.id)}
              />
            </SwipeRow>
          )}
        />
      )}
    </>
  );
}

/** What the list is narrowed to beside the tabs, each to be taken away. */
function ChosenParts({
  selection,
  onChoose,
}: {
  readonly selection: Selection;
  readonly onChoose: (s: Selection) => void;
}) {
  const text = useText("inbox");
  const names = rareFilterNames(text);
  const rare = names[selection.filter];
  const parts = [
    ...(rare === undefined ? [] : [{ words: rare, without: { ...selection, filter: "all" as const } }]),
    ...(selection.assignee === null ? [] : [{ words: selection.assignee, without: { ...selection, assignee: null } }]),
    ...(selection.agent === null ? [] : [{ words: selection.agent, without: { ...selection, agent: null } }]),
  ];
  if (parts.length === 0) return null;
  return (
    <p class="flex flex-wrap gap-1.5 border-b border-line px-4 py-2">
      {parts.map(({ words, without }) => (
        <button
          key={words}
          type="button"
          aria-label={text.withoutFilter(words)}
          onClick={() => onChoose(without)}
          class="inline-flex h-7 items-center gap-1 rounded-full bg-accent-wash px-2.5 text-xs font-medium text-accent"
        >
          {words}
          <Icon name="close" size={13} />
        </button>
      ))}
    </p>
  );
}

function NothingHere({ filter, isSearch }: { readonly filter: Filter; readonly isSearch: boolean }) {
  const text = useText("inbox");
  const [, navigate] = useLocation();
  if (isSearch) return <Empty icon="search" title={text.noneFoundTitle} text={text.noneFoundText} />;
  if (filter !== "all" && filter !== "bot") {
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
