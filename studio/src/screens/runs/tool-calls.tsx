import { isRead } from "../../api/run-steps.ts";
import type { ToolCall } from "../../api/types.ts";
import { knownText } from "../../text/known-text.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/screen.tsx";
import { useTechnical } from "../../ui/technical.ts";
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

/** `tool_failed: the order book is shut` is of the kind `tool_failed`. */
function codeOf(error: string): string {
  return error.split(":", 1)[0] ?? "";
}

function CallList({ title, calls }: { readonly title: string; readonly calls: readonly ToolCall[] }) {
  const text = useText("runs");
  const codes = useCodes();
  const isTechnical = useTechnical();
  const tones = { allow: "good", confirm: "warn", deny: "bad" } as const;
  return (
    <Panel title={title}>
      <ul class="divide-y divide-line">
        {calls.map((call) => (
          <li key={call.callId} class="flex flex-col gap-3 px-4 py-3.5 text-sm">
            <p class="flex flex-wrap items-center gap-2">
              {isTechnical ? (
                <span class="font-mono font-semibold break-all">{call.tool}</span>
              ) : (
                <span class="font-semibold">{codes.tool(call.tool)}</span>
              )}
              <RiskBadge risk={call.risk} />
              <DryRunBadge isDryRun={call.isDryRun} />
              <Badge tone={tones[call.policy]}>{text[call.policy]}</Badge>
              <Badge tone={call.status === "ok" ? "good" : call.status === "started" ? "calm" : "bad"}>
                {isTechnical ? call.status : (knownText(text, `call_${call.status}`) ?? call.status)}
              </Badge>
              {call.endedAt !== null && (
                <span class="text-xs text-muted">
                  {duration(Date.parse(call.endedAt) - Date.parse(call.startedAt))}
                </span>
              )}
            </p>
            {/* The reasons are English and for a developer. */}
            {isTechnical && call.policyReason !== null && (
              <p class="text-soft">
                {text.policy}: {call.policyReason}
              </p>
            )}
            {call.error !== null && (
              <p class="text-bad">{isTechnical ? call.error : (codes.error(codeOf(call.error)) ?? text.callFailed)}</p>
            )}
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
