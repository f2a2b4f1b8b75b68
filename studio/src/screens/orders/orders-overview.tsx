import { useEffect, useState } from "preact/hooks";
import { useSearchParams } from "wouter-preact";
import { useMay } from "../../api/session.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Input, Select } from "../../ui/fields/field.tsx";
import { Screen } from "../../ui/screen.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Board } from "./board.tsx";
import { ExportButton } from "./export-button.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { OrderList } from "./order-list.tsx";
import type { OrderSearch } from "./order-search.ts";

const VIEWS = ["board", "list"] as const;
const SINCE = ["anyTime", "today", "week", "month"] as const;
const TYPING_MS = 250;

export function OrdersOverview() {
  const text = useText("orders");
  const mayChange = useMay("operate");
  const [search, setSearch] = useSearchParams();
  const [isImporting, setImporting] = useState(false);
  const view = VIEWS.find((name) => name === search.get("view")) ?? "board";
  const since = SINCE.find((name) => name === search.get("since")) ?? "anyTime";
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === "") next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  const asked: OrderSearch = { q: search.get("q"), city: search.get("city"), from: firstInstant(since) };
  return (
    <Screen
      title={text.title}
      about={text.about}
      isFilled
      actions={
        <>
          <ExportButton search={asked} />
          {mayChange && (
            <Button icon="file" onClick={() => setImporting(true)}>
              {text.import}
            </Button>
          )}
        </>
      }
      bar={
        <div class="flex flex-wrap items-end gap-x-4 gap-y-2">
          <Tabs
            label={text.views}
            chosen={view}
            onChoose={(name) => change("view", name === "board" ? "" : name)}
            tabs={VIEWS.map((name) => ({ name, label: text[name] }))}
          />
          <Typed label={text.search} value={asked.q ?? ""} onChange={(q) => change("q", q)} wide />
          <Typed label={text.city} value={asked.city ?? ""} onChange={(city) => change("city", city)} />
          <Select
            aria-label={text.since}
            class="max-w-36"
            value={since}
            onChange={(event) =>
              change("since", event.currentTarget.value === "anyTime" ? "" : event.currentTarget.value)
            }
          >
            {SINCE.map((name) => (
              <option key={name} value={name}>
                {text[name]}
              </option>
            ))}
          </Select>
        </div>
      }
    >
      {view === "board" ? <Board search={asked} /> : <OrderList search={asked} />}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </Screen>
  );
}

interface TypedProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly wide?: boolean;
}

/** A search that waits until the person has stopped typing. */
function Typed({ label, value, onChange, wide = false }: TypedProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed.trim() === value) return;
    const wait = setTimeout(() => onChange(typed.trim()), TYPING_MS);
    return () => clearTimeout(wait);
  }, [typed]);
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      class={wide ? "min-w-52 flex-1 max-md:basis-full" : "max-w-36"}
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

/** Midnight of this browser; it stays the same all day, so that an answer is found again. */
function firstInstant(since: (typeof SINCE)[number]): string | null {
  if (since === "anyTime") return null;
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  midnight.setDate(midnight.getDate() - { today: 0, week: 6, month: 29 }[since]);
  return midnight.toISOString();
}
