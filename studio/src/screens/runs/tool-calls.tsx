import { isRead } from "../../api/run-steps.ts";
import type { ToolCall } from "../../api/types.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/screen.tsx";
import { Arguments } from "../../ui/values/arguments.tsx";
import { DryRunBadge, RiskBadge } from "../../ui/values/risk.tsx";
import { duration } from "../../ui/values/time.tsx";

/** Each tool call with the policy's verdict and the result; reads, which change nothing, stand apart. */
export function ToolCalls({ calls }: { readonly calls: readonly ToolCall[] }) {
  const text = useText("runs");
  const reads = calls.filter(isRead);
  const deeds = calls.filter((call) => !isRead(call));
  return (
    <>
      {reads.length > 0 && <CallList title={text.readCalls} calls={reads} />}
      {deeds.length > 0 && <CallList title={text.tools} calls={deeds} />}
    </>
  );
}

function CallList({ title, calls }: { readonly title: string; readonly calls: readonly ToolCall[] }) {
  const text = useText("runs");
  const tones = { allow: "good", confirm: "warn", deny: "bad" } as const;
  return (
    <Panel title={title}>
      <ul class="divide-y divide-line">
        {calls.map((call) => (
          <li key={call.callId} class="flex flex-col gap-3 px-4 py-3.5 text-sm">
            <p class="flex flex-wrap items-center gap-2">
              <span class="font-mono font-semibold break-all">{call.tool}</span>
              <RiskBadge risk={call.risk} />
              <DryRunBadge isDryRun={call.isDryRun} />
              <Badge tone={tones[call.policy]}>{text[call.policy]}</Badge>
              <Badge tone={call.status === "ok" ? "good" : call.status === "started" ? "calm" : "bad"}>
                {call.status}
              </Badge>
              {call.endedAt !== null && (
                <span class="text-xs text-muted">
                  {duration(Date.parse(call.endedAt) - Date.parse(call.startedAt))}
                </span>
              )}
            </p>
            {call.policyReason !== null && (
              <p class="text-soft">
                {text.policy}: {call.policyReason}
              </p>
            )}
            {call.error !== null && <p class="text-bad">{call.error}</p>}
            <div class="grid gap-4 md:grid-cols-2">
              <div>
                <p class="mb-1 text-xs text-muted">{text.input}</p>
                <Arguments value={call.input} />
              </div>
              <div>
                <p class="mb-1 text-xs text-muted">{text.result}</p>
                <Arguments value={call.output} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
