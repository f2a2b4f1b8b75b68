import { useSearchParams } from "wouter-preact";
import { useText } from "../../text/use-text.ts";
import { Screen } from "../../ui/screen.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Artifacts } from "./artifacts.tsx";
import { Facts } from "./facts.tsx";
import { Files } from "./files.tsx";

const TABS = ["files", "facts", "artifacts"] as const;

export default function Documents() {
  const text = useText("documents");
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((name) => name === search.get("tab")) ?? "files";
  const conversation = search.get("conversation");
  return (
    <Screen title={text.title} about={text.about} isFilled>
      <Tabs
        label={text.tabs}
        chosen={tab}
        onChoose={(name) =>
          setSearch({ tab: name, ...(conversation === null ? {} : { conversation }) }, { replace: true })
        }
        tabs={TABS.map((name) => ({ name, label: text[name] }))}
      />
      <div class="min-h-0 flex-1 overflow-y-auto pt-3 pb-8">
        {tab === "files" && <Files conversation={conversation} />}
        {tab === "facts" && <Facts />}
        {tab === "artifacts" && <Artifacts conversation={conversation} />}
      </div>
    </Screen>
  );
}
