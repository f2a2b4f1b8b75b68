import { useEffect, useState } from "preact/hooks";
import { Link, useSearchParams } from "wouter-preact";
import type { InboxItem } from "../../api/types.ts";
import { usePages } from "../../api/use-api.ts";
import { masked } from "../../text/phone-number.ts";
import { useText } from "../../text/use-text.ts";
import { Input } from "../../ui/fields/field.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { Screen } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import type { ScreenProps } from "../screen-entry.ts";
import { Customer } from "./customer.tsx";

const TYPING_MS = 250;

/** Customers by their last conversation, and one of them with orders and history; on a phone one of the two. */
export default function Contacts({ id }: ScreenProps) {
  const text = useText("contacts");
  return (
    <Screen title={text.title} about={text.about} isFilled>
      <div class="flex min-h-0 flex-1 gap-6">
        <div class={`flex min-h-0 w-full flex-col md:w-80 md:shrink-0 ${id === null ? "" : "max-md:hidden"}`}>
          <List chosen={id} />
        </div>
        <div class={`min-h-0 min-w-0 flex-1 overflow-y-auto pb-8 ${id === null ? "max-md:hidden" : ""}`}>
          {id === null ? (
            <Empty icon="person" title={text.chooseTitle} text={text.chooseText} />
          ) : (
            <Customer key={id} id={id} />
          )}
        </div>
      </div>
    </Screen>
  );
}

function List({ chosen }: { readonly chosen: string | null }) {
  const text = useText("contacts");
  const [search, setSearch] = useSearchParams();
  const q = search.get("q");
  const [typed, setTyped] = useState(q ?? "");
  useEffect(() => {
    const timer = setTimeout(() => {
      const asked = typed.trim();
      if (asked !== (q ?? "")) setSearch(asked === "" ? {} : { q: asked }, { replace: true });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const pages = usePages<InboxItem>("/internal/agent/inbox", { query: { q, per: "customer" } });
  const { items } = pages;
  return (
    <>
      <div class="pb-3">
        <Input
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {items === undefined && <AnswerPending answer={pages} />}
      {items?.length === 0 && (
        <Empty
          icon="person"
          title={q === null ? text.emptyTitle : text.noneTitle}
          text={q === null ? text.emptyText : text.noneText}
        />
      )}
      {items !== undefined && items.length > 0 && (
        <VirtualList
          label={text.title}
          items={items}
          keyOf={(item) => item.id}
          estimatePx={58}
          nextPage={pages.nextPage}
          render={({ id, contact, lastMessage }) => (
            <Link
              href={`/contacts/${id}${q === null ? "" : `?q=${encodeURIComponent(q)}`}`}
              aria-current={id === chosen ? "true" : undefined}
              class={`flex w-full flex-col gap-0.5 border-b border-line px-3 py-2.5 text-sm hover:bg-hover focus-visible:-outline-offset-2 ${id === chosen ? "bg-accent-wash" : ""}`}
            >
              <span class="truncate font-medium" data-private>
                {contact.name ?? (contact.phone === null ? text.someone : masked(contact.phone))}
              </span>
              <span class="flex gap-2 text-xs text-muted">
                <span data-private>{contact.phone === null ? "" : masked(contact.phone)}</span>
                {lastMessage !== null && <RelativeTime at={lastMessage.at} />}
              </span>
            </Link>
          )}
        />
      )}
    </>
  );
}
