import { Link } from "wouter-preact";
import { isRead } from "../../../api/run-steps.ts";
import type { TimelineRun } from "../../../api/types.ts";
import { useCodes } from "../../../text/use-codes.ts";
import { useText } from "../../../text/use-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Part } from "../../../ui/part.tsx";
import { useTechnical } from "../../../ui/technical.ts";
import { DryRunBadge, RiskBadge } from "../../../ui/values/risk.tsx";
import { duration, useExactTime } from "../../../ui/values/time.tsx";
import { useBand } from "./confidence-dot.tsx";
import { readDecision } from "./decision.ts";
import { WhySentence } from "./why-sentence.tsx";

const PHASES = ["ingest", "classify", "load_context", "plan", "act", "verify", "respond", "learn"];

/** Explains an answer in one sentence and, to people who build agents, in all its parts: the decision, the tools, the timers, and the time of each phase. */
export function Why({ run }: { readonly run: TimelineRun }) {
  const text = useText("inbox");
  const frame = useText("frame");
  const isTechnical = useTechnical();
  const decision = readDecision(run.decision);
  return (
    <section class="my-1 ml-auto grid w-full max-w-3xl animate-rise gap-5 rounded-lg border border-line bg-surface p-4 text-sm shadow-card lg:grid-cols-2">
      {run.kept !== "all" && <p class="text-muted italic lg:col-span-2">{frame.journalNotKept}</p>}
      <WhySentence run={run} decision={decision} />
      {isTechnical && <Parts run={run} />}
      {!isTechnical && <Calls title={text.tools} calls={run.toolCalls.filter((call) => !isRead(call))} />}
    </section>
  );
}

function Parts({ run }: { readonly run: TimelineRun }) {
  const text = useText("inbox");
  const codes = useCodes();
  const decision = readDecision(run.decision);
  return (
    <>
      <div class="flex min-w-0 flex-col gap-4">
        <Part title={text.decided}>
          {decision.intent !== null && (
            <p class="flex flex-wrap items-center gap-2">
              <code class="font-mono text-sm font-semibold">{decision.intent}</code>
              {decision.confidence !== null && <Band confidence={decision.confidence} />}
              {decision.engine !== null && <span class="text-xs text-muted">{decision.engine}</span>}
              {decision.newMode !== null && (
                <span class="inline-flex items-center gap-1 text-xs text-muted">
                  <Icon name="chevronRight" size={13} />
                  {codes.mode(decision.newMode)}
                </span>
              )}
            </p>
          )}
          {decision.alternatives.length > 0 && (
            <p class="text-xs text-muted">
              {text.alternatives}:{" "}
              {decision.alternatives
                .map(
                  ({ intent, confidence }) => `${intent}${confidence === null ? "" : ` (${Math.round(confidence)} %)`}`,
                )
                .join(", ")}
            </p>
          )}
          <ol class="flex flex-col gap-0.5 text-xs text-soft">
            {decision.why.map((line, index) => (
              <li key={index} class="flex gap-2">
                <span class="text-muted">{index + 1}.</span>
                <span class="min-w-0 break-words">{line}</span>
              </li>
            ))}
          </ol>
          {run.error !== null && (
            <p class="rounded-md bg-bad-wash px-3 py-2 text-xs break-words text-bad">
              <code>{run.error.code}</code>: {run.error.message}
            </p>
          )}
        </Part>
        <Calls title={text.reads} calls={run.toolCalls.filter(isRead)} />
        <Calls title={text.tools} calls={run.toolCalls.filter((call) => !isRead(call))} />
        <TimerList run={run} />
      </div>
      <div class="flex min-w-0 flex-col gap-4">
        <Waterfall run={run} />
        <Sends run={run} />
        <Link
          href={`/runs/${run.id}`}
          class="mt-auto inline-flex items-center gap-1 self-start text-xs font-medium text-accent hover:underline"
        >
          {text.seeRun}
          <Icon name="chevronRight" size={13} />
        </Link>
      </div>
    </>
  );
}

/** Calls of tools with who allowed them; nothing when there are none. */
function Calls({ title, calls }: { readonly title: string; readonly calls: TimelineRun["toolCalls"] }) {
  const codes = useCodes();
  const isTechnical = useTechnical();
  if (calls.length === 0) return null;
  return (
    <Part title={title}>
      {calls.map((call) => (
        <div key={call.callId} class="flex flex-col gap-0.5">
          <p class="flex flex-wrap items-center gap-1.5">
            <Icon name="tool" size={14} class="text-muted" />
            <span class="text-xs font-medium">{codes.tool(call.tool)}</span>
            {isTechnical && <code class="font-mono text-xs text-muted">{call.tool}</code>}
            <RiskBadge risk={call.risk} />
            <DryRunBadge isDryRun={call.isDryRun} />
            <Badge tone={call.policy === "allow" ? "good" : call.policy === "deny" ? "bad" : "warn"}>
              {codes.policy(call.policy)}
            </Badge>
            {isTechnical && <span class="text-xs text-muted">{call.status}</span>}
          </p>
          {call.policyReason !== null && <p class="pl-5 text-xs text-muted">{call.policyReason}</p>}
          {call.error !== null && <p class="pl-5 text-xs text-bad">{call.error}</p>}
        </div>
      ))}
    </Part>
  );
}

function Band({ confidence }: { readonly confidence: number }) {
  const { tone, words } = useBand(confidence);
  return (
    <Badge tone={tone}>
      {words} · {Math.round(confidence)} %
    </Badge>
  );
}

/** The wait and each phase, one under the other on one scale. */
function Waterfall({ run }: { readonly run: TimelineRun }) {
  const text = useText("inbox");
  const codes = useCodes();
  const steps = run.steps.filter(({ name }) => PHASES.includes(name));
  const began = run.startedAt === null ? Date.parse(run.at) : Date.parse(run.startedAt);
  const rows = [
    { name: text.waited, fromMs: 0, ms: began - Date.parse(run.at), isWait: true },
    ...steps.map(({ phase, startedAt, durationMs }) => ({
      name: codes.phase(phase),
      fromMs: Date.parse(startedAt) - Date.parse(run.at),
      ms: durationMs,
      isWait: false,
    })),
  ];
  const whole = Math.max(1, ...rows.map(({ fromMs, ms }) => fromMs + ms));
  const asked = run.steps.flatMap(({ model }) => (model === null ? [] : [model]));
  return (
    <Part title={text.phases}>
      <table class="w-full text-xs">
        <tbody>
          {rows.map(({ name, fromMs, ms, isWait }) => (
            <tr key={name}>
              <th scope="row" class="w-24 py-0.5 pr-2 text-left font-normal whitespace-nowrap text-soft">
                {name}
              </th>
              <td class="relative h-5">
                <span
                  class={`absolute top-1.5 h-2 min-w-0.5 rounded-full ${isWait ? "bg-strong" : "bg-accent"}`}
                  style={{ left: `${(100 * fromMs) / whole}%`, width: `${(100 * ms) / whole}%` }}
                />
              </td>
              <td class="w-16 text-right whitespace-nowrap text-muted">{duration(ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked.map((model, index) => (
        <p key={index} class="flex flex-wrap gap-x-2 text-xs text-muted">
          <span class="text-soft">{model.purpose}</span>
          {model.model !== null && <span>{model.model}</span>}
          <span>
            {model.tokens} {text.tokens}
          </span>
          {model.fault !== null && <span class="text-bad">{model.fault}</span>}
        </p>
      ))}
    </Part>
  );
}

function TimerList({ run }: { readonly run: TimelineRun }) {
  const text = useText("inbox");
  const exact = useExactTime();
  if (run.timers.length === 0) return null;
  return (
    <Part title={text.timers}>
      {run.timers.map(({ level, dueAt, firedAt, cancelledAt }) => (
        <p key={dueAt} class="flex items-center gap-1.5 text-xs text-soft">
          <Icon name="timers" size={14} class="text-muted" />
          {firedAt !== null
            ? text.firedTimer(level)
            : cancelledAt !== null
              ? text.cancelledTimer(level)
              : text.armed(level)}
          <time dateTime={dueAt} class="text-muted">
            {exact(firedAt ?? cancelledAt ?? dueAt)}
          </time>
        </p>
      ))}
    </Part>
  );
}

/** Sends of messages that did not go out at once. */
function Sends({ run }: { readonly run: TimelineRun }) {
  const text = useText("inbox");
  const told = run.messages.filter(({ attempts, detail }) => attempts.length > 1 || detail !== null);
  if (told.length === 0) return null;
  return (
    <Part title={text.sends}>
      {told.map(({ id, attempts, detail, status }) => (
        <div key={id} class="text-xs text-muted">
          {detail !== null && (
            <p>
              <code>{status}</code>: {detail}
            </p>
          )}
          {attempts.map((send) => (
            <p key={send.attempt}>
              {send.attempt}. {send.outcome}
              {send.httpStatus !== null && ` (HTTP ${send.httpStatus})`}
              {send.detail !== null && `: ${send.detail}`}
            </p>
          ))}
        </div>
      ))}
    </Part>
  );
}
