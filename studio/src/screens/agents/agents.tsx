import { useLocation, useSearchParams } from "wouter-preact";
import type { Agent, AgentSummary } from "../../api/types.ts";
import { useApi } from "../../api/use-api.ts";
import { knownText } from "../../text/known-text.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Select } from "../../ui/fields/field.tsx";
import { Screen } from "../../ui/screen.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../ui/states/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useTechnical } from "../../ui/technical.ts";
import type { ScreenProps } from "../screen-entry.ts";
import { ContactHoursCard } from "./contact-hours-card.tsx";
import { IntentList } from "./intent-list.tsx";
import { ModeDiagram } from "./mode-diagram.tsx";
import { PricesCard } from "./prices-card.tsx";
import { RetentionCard } from "./retention-card.tsx";
import { Rules } from "./rules.tsx";
import { Settings } from "./settings.tsx";
import { ToolTable } from "./tool-table.tsx";

const PATH = "/internal/agent/agents";
const TABS = ["modes", "intents", "tools", "rules", "settings"] as const;

/** An agent does not change while its process runs. */
const FOR_GOOD = { pollMs: false } as const;

export default function Agents({ id }: ScreenProps) {
  const text = useText("agents");
  const [, navigate] = useLocation();
  const list = useApi<{ readonly items: readonly AgentSummary[] }>(PATH, FOR_GOOD);
  const chosen = id ?? list.data?.items[0]?.id ?? null;
  const agent = useApi<Agent>(`${PATH}/${encodeURIComponent(chosen ?? "")}`, { ...FOR_GOOD, enabled: chosen !== null });
  const error = list.error ?? agent.error;
  return (
    <Screen
      title={agent.data?.name ?? text.title}
      about={
        agent.data === undefined ? text.about : (knownText(text, `about_${agent.data.id}`) ?? agent.data.description)
      }
      actions={
        (list.data?.items.length ?? 0) > 1 && (
          <Select
            aria-label={text.choose}
            value={chosen ?? ""}
            onChange={(event) => navigate(`/agents/${encodeURIComponent(event.currentTarget.value)}`)}
          >
            {list.data?.items.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        )
      }
    >
      {error !== null && (
        <ErrorState error={error} onRetry={() => void Promise.all([list.refetch(), agent.refetch()])} />
      )}
      {error === null && list.data?.items.length === 0 && <Empty icon="agents" title={text.none} />}
      {error === null && agent.data === undefined && list.data?.items.length !== 0 && <SkeletonRows />}
      {error === null && agent.data !== undefined && (
        <AgentSheets key={agent.data.id} agent={agent.data} all={list.data?.items ?? []} />
      )}
    </Screen>
  );
}

function AgentSheets({ agent, all }: { readonly agent: Agent; readonly all: readonly AgentSummary[] }) {
  const text = useText("agents");
  const [search, setSearch] = useSearchParams();
  const { flow, version, versions, tools } = agent;
  const isTechnical = useTechnical();
  // An owner's day needs none of the others; their addresses work.
  const asked = TABS.find((name) => name === search.get("tab"));
  const tab = asked ?? (isTechnical ? "modes" : "settings");
  const shown = isTechnical ? TABS : TABS.filter((name) => name === "settings" || name === "intents" || name === tab);
  const older = versions.filter((one) => one !== version);
  const engines: Readonly<Record<string, string>> = {
    local: text.engineLocal,
    cascade: text.engineCascade,
    model: text.engineModel,
  };
  const counts = {
    modes: flow?.modes.length,
    intents: flow?.intents.length,
    tools: tools.length,
    rules: undefined,
    settings: undefined,
  };
  return (
    <div class="flex max-w-6xl flex-col gap-4">
      <p class="flex flex-wrap items-center gap-2">
        <Badge tone="accent">{text.version(version)}</Badge>
        {isTechnical && flow !== null && <Badge>{engines[flow.engine] ?? flow.engine}</Badge>}
        {isTechnical && flow?.hasOrchestrator === true && <Badge>{text.orchestrator}</Badge>}
        {older.length > 0 && <span class="text-xs text-muted">{text.olderVersions(older.join(", "))}</span>}
      </p>
      <Tabs
        label={text.tabs}
        chosen={tab}
        onChoose={(name) => setSearch({ tab: name }, { replace: true })}
        tabs={shown.map((name) => ({
          name,
          label: text[name],
          ...(counts[name] === undefined ? {} : { count: counts[name] }),
        }))}
      >
        <div class="pt-4">
          {tab === "tools" && <ToolTable agent={agent} />}
          {tab === "settings" && (
            <div class="grid items-start gap-4 lg:grid-cols-2">
              <PricesCard agent={agent} />
              <Settings agents={all} />
              <ContactHoursCard />
              <RetentionCard />
            </div>
          )}
          {tab !== "tools" && tab !== "settings" && flow === null && <Empty icon="agents" title={text.ownCode} />}
          {tab === "modes" && flow !== null && <ModeDiagram modes={flow.modes} initialMode={agent.initialMode} />}
          {tab === "intents" && flow !== null && <IntentList intents={flow.intents} />}
          {tab === "rules" && flow !== null && <Rules agentId={agent.id} flow={flow} />}
        </div>
      </Tabs>
    </div>
  );
}
