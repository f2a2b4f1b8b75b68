import { useText } from "../../text/define-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { RiskBadge } from "../../ui/risk.tsx";
import { Panel } from "../../ui/screen.tsx";
import type { Tool } from "./agent.ts";
import { agentsText } from "./text.ts";

export function ToolTable({ tools }: { readonly tools: readonly Tool[] }) {
  const text = useText(agentsText);
  return (
    <Panel>
      <ul class="divide-y divide-line">
        {tools.map(({ name, description, kind, risk, rules }) => (
          <li key={name} class="px-4 py-3.5 text-sm">
            <p class="flex flex-wrap items-center gap-2">
              <span class="font-mono font-semibold break-all">{name}</span>
              <RiskBadge risk={risk} />
              <Badge tone={kind === "external" ? "calm" : "neutral"}>{kind}</Badge>
            </p>
            <p class="mt-1 text-soft">{description}</p>
            {rules.length > 0 && (
              <p class="mt-1 text-xs text-muted">
                {text.judgedBy}: {rules.join(" · ")}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
