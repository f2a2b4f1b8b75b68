import type { ComponentChildren } from "preact";
import type { Agent, AgentConfig } from "../../api/types.ts";
import { useApi } from "../../api/use-api.ts";
import { knownText } from "../../text/known-text.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/screen.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { RiskBadge } from "../../ui/values/risk.tsx";
import type { Tool } from "./agent.ts";

/** The tools that this agent may use, and below them those that it may not, with the reason. */
export function ToolTable({ agent: { tools, withheld } }: { readonly agent: Agent }) {
  const text = useText("agents");
  const config = useApi<AgentConfig>("/internal/agent/config");
  const isTechnical = useTechnical();
  const isOff = (module: string) => module === "crm" && config.data?.crmAgentsEnabled === false;
  return (
    <>
      <h2 class="mb-2 font-semibold">{text.granted(tools.length)}</h2>
      <Panel>
        <ul class="divide-y divide-line">
          {tools.map((tool) => (
            <Row key={tool.name} tool={tool}>
              {isOff(tool.module) && <strong class="block text-warn">{text.crmOff}</strong>}
              {isTechnical && tool.rules.length > 0 && `${text.judgedBy}: ${tool.rules.join(" · ")}`}
            </Row>
          ))}
        </ul>
      </Panel>
      {withheld.length > 0 && (
        <>
          <h2 class="mt-6 mb-1 font-semibold">{text.withheld(withheld.length)}</h2>
          <p class="mb-2 text-sm text-muted">{text.withheldHint}</p>
          <Panel>
            <ul class="divide-y divide-line">
              {withheld.map((tool) => (
                <Row key={tool.name} tool={tool}>
                  {text[tool.why]}
                </Row>
              ))}
            </ul>
          </Panel>
        </>
      )}
    </>
  );
}

/** A tool of the shop's own keeps the words of its builder. */
function Row({ tool, children }: { readonly tool: Omit<Tool, "rules">; readonly children: ComponentChildren }) {
  const text = useText("agents");
  const codes = useCodes();
  const isTechnical = useTechnical();
  const does = knownText(useText("toolTexts"), tool.name) ?? tool.description;
  return (
    <li class="px-4 py-3.5 text-sm">
      <p class="flex flex-wrap items-center gap-2">
        <span class="font-semibold">{codes.tool(tool.name)}</span>
        <RiskBadge risk={tool.risk} />
        <Badge tone={tool.kind === "external" ? "calm" : "neutral"}>{text[`effect_${tool.kind}`]}</Badge>
        {isTechnical && <span class="font-mono text-xs break-all text-muted">{tool.name}</span>}
      </p>
      <p class="mt-1 text-soft">{does}</p>
      <p class="mt-1 text-xs text-muted">{children}</p>
    </li>
  );
}
