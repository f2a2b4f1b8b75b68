import { useSearchParams } from "wouter-preact";
import { useText } from "../../text/use-text.ts";
import { Screen } from "../../ui/screen.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Customers } from "./customers.tsx";
import { Doubts } from "./doubts.tsx";
import { Entries } from "./entries.tsx";
import { Prompts } from "./prompts.tsx";
import { Quality } from "./quality.tsx";
import { Reports } from "./reports.tsx";
import { Samples } from "./samples.tsx";
import { Unanswered } from "./unanswered.tsx";

const TABS = ["customers", "doubts", "unanswered", "entries", "samples", "quality", "prompts", "reports"] as const;

export default function Knowledge() {
  const text = useText("knowledge");
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((name) => name === search.get("tab")) ?? "customers";
  return (
    <Screen title={text.title} about={text.about} isFilled>
      <Tabs
        label={text.tabs}
        chosen={tab}
        onChoose={(name) => setSearch(name === "customers" ? {} : { tab: name }, { replace: true })}
        tabs={TABS.map((name) => ({ name, label: text[name] }))}
      />
      {tab === "customers" && <Customers />}
      {tab === "doubts" && <Doubts />}
      {tab === "unanswered" && <Unanswered />}
      {tab === "entries" && <Entries />}
      {tab === "samples" && <Samples />}
      {tab === "quality" && <Quality />}
      {tab === "prompts" && <Prompts />}
      {tab === "reports" && <Reports />}
    </Screen>
  );
}
