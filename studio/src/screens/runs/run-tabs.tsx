import { useSearchParams } from "wouter-preact";
import { useText } from "../../text/use-text.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { RUN_STATUSES } from "./run.ts";

const TABS = ["all", "plans", ...RUN_STATUSES] as const;
type RunTab = (typeof TABS)[number];

export function useRunTab(): RunTab {
  const [search] = useSearchParams();
  return TABS.find((name) => name === search.get("status")) ?? "all";
}

export function RunTabs({ onChoose }: { readonly onChoose?: () => void }) {
  const text = useText("runs");
  const [, setSearch] = useSearchParams();
  return (
    <Tabs
      label={text.tabs}
      chosen={useRunTab()}
      onChoose={(name) => {
        onChoose?.();
        setSearch(
          (before) => {
            const next = new URLSearchParams(before);
            if (name === "all") next.delete("status");
            else next.set("status", name);
            return next;
          },
          { replace: true },
        );
      }}
      tabs={TABS.map((name) => ({ name, label: text[name] }))}
    />
  );
}
