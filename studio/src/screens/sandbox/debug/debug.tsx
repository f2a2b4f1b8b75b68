import { useState } from "preact/hooks";
import { useText } from "../../../text/use-text.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import type { Sandbox, Turn } from "../sandbox-api.ts";
import { BlocksTab } from "./blocks-tab.tsx";
import { ClassifyTab } from "./classify-tab.tsx";
import { ConfigTab } from "./config-tab.tsx";
import { IngestTab } from "./ingest-tab.tsx";
import { InterruptionTab } from "./interruption-tab.tsx";
import { PipelineTab } from "./pipeline-tab.tsx";
import { StateTab } from "./state-tab.tsx";
import { TokensTab } from "./tokens-tab.tsx";
import { ToolsTab } from "./tools-tab.tsx";

interface DebugProps {
  readonly sandbox: Sandbox;
  readonly chosen: number | null;
  readonly isAlone: boolean;
  readonly engines: readonly string[];
  readonly onChoose: (turn: number) => void;
  readonly onChange: (what: "settings" | "state", body: unknown) => Promise<Sandbox>;
  readonly onAct: (body: unknown) => unknown;
}

const TABS = [
  "Pipeline",
  "Classify",
  "Blocks",
  "Tools",
  "State",
  "Tokens",
  "Ingest",
  "Config",
  "Interruption",
] as const;
type TabName = (typeof TABS)[number];

/** Shows how the engine decided one turn, in its own words. */
export function Debug(props: DebugProps) {
  const { sandbox, chosen, isAlone, onChoose } = props;
  const text = useText("sandbox");
  const [tab, setTab] = useState<TabName>("Pipeline");
  const turn = sandbox.turns.find(({ number }) => number === chosen) ?? sandbox.turns.at(-1) ?? null;
  const isOfTurn = tab !== "State" && tab !== "Ingest" && tab !== "Config";
  return (
    <div
      class={`flex min-h-64 min-w-0 flex-col border-line ${isAlone ? "border-t lg:border-t-0 lg:border-l" : "border-t"}`}
    >
      <Tabs
        label={text.tabs}
        chosen={tab}
        onChoose={setTab}
        tabs={TABS.map((name) => ({ name, label: text[`tab${name}`] }))}
      >
        <div class="flex h-full min-h-0 flex-col gap-3 overflow-y-auto p-3 text-sm">
          {isOfTurn && sandbox.turns.length > 0 && (
            <div class="flex shrink-0 gap-1 overflow-x-auto">
              {sandbox.turns.map(({ number }) => (
                <button
                  key={number}
                  type="button"
                  aria-pressed={number === turn?.number}
                  aria-label={text.turn(number)}
                  onClick={() => onChoose(number)}
                  class={`h-7 min-w-7 shrink-0 rounded-full px-2 text-xs tabular-nums ${number === turn?.number ? "bg-accent text-on-accent" : "bg-hover text-soft"}`}
                >
                  {number}
                </button>
              ))}
            </div>
          )}
          {isOfTurn && turn === null ? (
            <p class="text-muted">{text.noTurns}</p>
          ) : (
            <Body {...props} tab={tab} turn={turn} />
          )}
        </div>
      </Tabs>
    </div>
  );
}

function Body({ tab, turn, sandbox, engines, onChange, onAct }: DebugProps & { tab: TabName; turn: Turn | null }) {
  if (tab === "State")
    return <StateTab key={sandbox.id} sandbox={sandbox} onApply={(body) => onChange("state", body)} />;
  if (tab === "Ingest") return <IngestTab sandbox={sandbox} />;
  if (tab === "Config")
    return (
      <ConfigTab sandbox={sandbox} engines={engines} onChange={(body) => onChange("settings", body)} onAct={onAct} />
    );
  if (turn === null) return null;
  if (tab === "Pipeline") return <PipelineTab turn={turn} />;
  if (tab === "Classify") return <ClassifyTab turn={turn} />;
  if (tab === "Blocks") return <BlocksTab turn={turn} />;
  if (tab === "Tools") return <ToolsTab turn={turn} sandbox={sandbox} />;
  return tab === "Tokens" ? <TokensTab turn={turn} sandbox={sandbox} /> : <InterruptionTab turn={turn} />;
}
