import { useState } from "preact/hooks";
import { useSearchParams } from "wouter-preact";
import type { ConversationSummary } from "../../api/types.ts";
import { usePages } from "../../api/use-api.ts";
import { masked } from "../../text/phone-number.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useFactNames } from "../../text/use-fact-names.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/fields/field.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { KnownCustomer } from "./known-customer.tsx";

/** The list on the left and the chosen customer on the right; on a phone one of the two. */
export function Customers() {
  const text = useText("knowledge");
  const frame = useText("frame");
  const codes = useCodes();
  const factName = useFactNames();
  const [search, setSearch] = useSearchParams();
  const chosen = search.get("conversation");
  const sought = search.get("contact");
  const [typed, setTyped] = useState(sought ?? "");
  const pages = usePages<ConversationSummary>("/internal/agent/conversations", { query: { contact: sought } });
  const { items } = pages;
  const change = (conversation: string | null, contact = sought) =>
    setSearch({
      ...(conversation === null ? {} : { conversation }),
      ...(contact === null || contact === "" ? {} : { contact }),
    });
  return (
    <div class="flex min-h-0 flex-1 gap-6 pt-3">
      <div class={`flex min-h-0 w-full flex-col md:w-80 md:shrink-0 ${chosen === null ? "" : "max-md:hidden"}`}>
        <form
          class="flex gap-2 pb-3"
          onSubmit={(event) => {
            event.preventDefault();
            change(null, typed.trim());
          }}
        >
          <Input
            type="search"
            aria-label={text.search}
            placeholder={text.search}
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              if (event.currentTarget.value === "") change(chosen, null);
            }}
          />
          <Button type="submit" icon="search" aria-label={text.searchButton} />
        </form>
        {items === undefined && <AnswerPending answer={pages} />}
        {items?.length === 0 && (
          <Empty
            icon="person"
            title={sought === null ? text.noCustomersTitle : text.notFoundTitle}
            text={sought === null ? text.noCustomersText : text.notFoundText}
          />
        )}
        {items !== undefined && items.length > 0 && (
          <VirtualList
            label={text.customers}
            items={items}
            keyOf={({ id }) => id}
            estimatePx={64}
            nextPage={pages.nextPage}
            render={({ id, contact, session }) => (
              <button
                type="button"
                aria-pressed={id === chosen}
                onClick={() => change(id)}
                class={`flex w-full flex-col gap-0.5 border-b border-line px-3 py-2.5 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2 ${id === chosen ? "bg-accent-wash" : ""}`}
              >
                <span class="truncate font-medium" data-private>
                  {contact.name ?? (contact.phone === null ? frame.noPhone : masked(contact.phone))}
                </span>
                <span class="truncate text-xs text-muted">
                  {Object.keys(session?.datos_capturados ?? {})
                    .map(factName)
                    .join(", ") || (session === null ? frame.none : codes.mode(session.mode))}
                </span>
              </button>
            )}
          />
        )}
      </div>
      <div class={`min-h-0 min-w-0 flex-1 overflow-y-auto pb-8 ${chosen === null ? "max-md:hidden" : ""}`}>
        {chosen === null ? (
          <Empty icon="knowledge" title={text.chooseTitle} text={text.chooseText} />
        ) : (
          <>
            <Button small look="quiet" icon="back" class="mb-2 md:hidden" onClick={() => change(null)}>
              {text.back}
            </Button>
            <KnownCustomer key={chosen} id={chosen} />
          </>
        )}
      </div>
    </div>
  );
}
