import { useSearchParams } from "wouter-preact";
import { useMay } from "../../api/session.tsx";
import { usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Screen } from "../../ui/screen.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { AlertList } from "./alert-list.tsx";
import { ConfirmationList } from "./confirmation-list.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { FailedWebhookList } from "./failed-webhook-list.tsx";
import { TaskList } from "./task-list.tsx";

const TABS = ["waiting", "tasks", "alerts", "decided", "events", "webhooks"] as const;

/** Everything that waits for a person (questions, tasks, alerts), and past decisions. */
export default function Confirmations() {
  const text = useText("confirmations");
  const [search, setSearch] = useSearchParams();
  const mayAdminister = useMay("administer");
  const shown = TABS.filter((name) => name !== "webhooks" || mayAdminister);
  const tab = shown.find((name) => name === search.get("tab")) ?? "waiting";
  const counts = {
    waiting: usePages("/internal/agent/confirmations", { query: { status: "pending" } }).items?.length,
    tasks: usePages("/internal/agent/tasks", { query: { status: "open" } }).items?.length,
    alerts: usePages("/internal/agent/alerts", { query: { status: "open" } }).items?.length,
    decided: undefined,
    events: undefined,
    webhooks: usePages("/internal/agent/failed-webhooks", { query: { status: "open" }, enabled: mayAdminister }).items
      ?.length,
  };
  return (
    <Screen title={text.title} about={text.about}>
      <Tabs
        label={text.tabs}
        chosen={tab}
        onChoose={(name) => setSearch(name === "waiting" ? {} : { tab: name }, { replace: true })}
        tabs={shown.map((name) => ({
          name,
          label: text[name],
          ...(counts[name] === undefined ? {} : { count: counts[name] }),
        }))}
      >
        {tab === "waiting" && <ConfirmationList key="waiting" isDecided={false} />}
        {tab === "decided" && <ConfirmationList key="decided" isDecided />}
        {tab === "tasks" && <TaskList />}
        {tab === "alerts" && <AlertList />}
        {tab === "events" && <DeliveryList />}
        {tab === "webhooks" && <FailedWebhookList />}
      </Tabs>
    </Screen>
  );
}
