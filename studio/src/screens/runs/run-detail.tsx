import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { useMay } from "../../api/session.tsx";
import type { Run } from "../../api/types.ts";
import { useApi } from "../../api/use-api.ts";
import { knownText } from "../../text/known-text.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel, Screen } from "../../ui/screen.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { useAgentName } from "../../ui/use-agent-name.ts";
import { useNow } from "../../ui/values/clock.ts";
import { useNumbers } from "../../ui/values/number.ts";
import { duration, RelativeTime } from "../../ui/values/time.tsx";
import { DecisionPanel } from "./decision-panel.tsx";
import { Parts } from "./parts.tsx";
import { PlanPanel } from "./plan-panel.tsx";
import { STATUS_TONES, spans } from "./run.ts";
import { outcomeWords } from "./run-list.tsx";
import { ScoresPanel } from "./scores-panel.tsx";
import { ToolCalls } from "./tool-calls.tsx";
import { useRunCommands } from "./use-run-commands.ts";
import { Waterfall } from "./waterfall.tsx";

/** One run: its times, its steps, its decision, and the commands that a person may give. */
export function RunDetail({ id }: { readonly id: string }) {
  const text = useText("runs");
  const frame = useText("frame");
  const [, navigate] = useLocation();
  const mayAct = useMay("operate");
  const isTechnical = useTechnical();
  const commands = useRunCommands();
  const [asking, setAsking] = useState<"discard" | "cancel" | null>(null);
  const { data: run, error, refetch } = useApi<Run>(`/internal/agent/runs/${encodeURIComponent(id)}`);
  useShortcuts({ Escape: () => navigate("/runs") });
  const isStuck = run?.kept === "all" && (run.status === "dead_letter" || run.status === "failed");
  const goesOn = run?.endedAt === null && run.segments?.some(({ endedAt }) => endedAt === null) === true;
  const blocked = { disabled: !mayAct, title: mayAct ? undefined : frame.readOnly };
  return (
    <Screen
      title={text.run}
      {...(isTechnical ? { about: id } : {})}
      actions={
        <>
          <Button look="quiet" icon="back" onClick={() => navigate("/runs")}>
            {text.back}
          </Button>
          {run?.status === "dead_letter" && run.discarded === null && (
            <Button {...blocked} onClick={() => setAsking("discard")}>
              {text.discard}
            </Button>
          )}
          {goesOn && (
            <Button
              icon={run.paused == null ? "pause" : "play"}
              isBusy={commands.isBusy}
              {...blocked}
              onClick={() => commands.pause(id, run.paused == null)}
            >
              {run.paused == null ? text.pause : text.resume}
            </Button>
          )}
          {goesOn && (
            <Button look="danger" icon="close" {...blocked} onClick={() => setAsking("cancel")}>
              {text.stop}
            </Button>
          )}
          {isStuck && (
            <Button
              look="primary"
              icon="refresh"
              isBusy={commands.isBusy}
              {...blocked}
              onClick={() => commands.retry(id)}
            >
              {text.replay}
            </Button>
          )}
        </>
      }
    >
      {run === undefined ? <AnswerPending answer={{ error, refetch }} /> : <RunSheets run={run} />}
      {asking === "cancel" && (
        <NoteDialog
          title={text.stopTitle}
          action={text.stop}
          look="danger"
          hasNote={false}
          isBusy={commands.isBusy}
          error={commands.error}
          onClose={() => setAsking(null)}
          onAct={() => commands.cancel(id, () => setAsking(null))}
        >
          <p class="text-sm text-soft">{text.stopText}</p>
        </NoteDialog>
      )}
      {asking === "discard" && (
        <NoteDialog
          title={text.discardTitle}
          action={text.discard}
          look="danger"
          isBusy={commands.isBusy}
          error={commands.error}
          onClose={() => setAsking(null)}
          onAct={(note) => commands.discard(id, note, () => setAsking(null))}
        >
          <p class="text-sm text-soft">{text.discardText}</p>
        </NoteDialog>
      )}
    </Screen>
  );
}

function RunSheets({ run }: { readonly run: Run }) {
  const text = useText("runs");
  const frame = useText("frame");
  const codes = useCodes();
  const isTechnical = useTechnical();
  const numbers = useNumbers();
  const agentName = useAgentName();
  const { queueMs, workMs, totalMs } = spans(run, useNow());
  const outcome = outcomeWords(run.outcome, text);
  return (
    <div class="flex max-w-5xl flex-col gap-4">
      <div class="flex flex-wrap items-center gap-2">
        <Badge tone={STATUS_TONES[run.status]}>{text[`is_${run.status}`]}</Badge>
        {outcome !== null && <Badge>{outcome}</Badge>}
        {run.paused != null && <Badge tone="warn">{text.pausedBy(run.paused.by)}</Badge>}
        {run.discarded !== null && <Badge>{text.discardedBy(run.discarded.actor)}</Badge>}
        <span class="text-sm text-muted">
          <RelativeTime at={run.createdAt} />
        </span>
        <Link href={`/conversations/${run.conversationId}`} class="text-sm font-medium text-accent hover:underline">
          {text.conversation}
        </Link>
        {run.mergedInto !== null && (
          <Link href={`/runs/${run.mergedInto}`} class="text-sm font-medium text-accent hover:underline">
            {text.mergedInto}
          </Link>
        )}
      </div>
      {run.error !== null && (
        <section role="alert" class="rounded-lg border border-bad/40 bg-bad-wash px-4 py-3 text-sm">
          <h2 class="font-semibold text-bad">{codes.error(run.error.code) ?? run.error.code}</h2>
          {isTechnical && <p class="font-mono text-xs text-bad">{run.error.code}</p>}
          {/* The message is English and for a developer. An error without words has nothing else. */}
          {(isTechnical || codes.error(run.error.code) === null) && (
            <p class="mt-1 break-words whitespace-pre-wrap">{run.error.message}</p>
          )}
          {run.discarded?.note !== null && run.discarded?.note !== undefined && (
            <p class="mt-2 text-muted">{run.discarded.note}</p>
          )}
        </section>
      )}
      {run.kept !== "all" && <p class="text-sm text-muted italic">{frame.journalNotKept}</p>}
      <dl class="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card sm:grid-cols-4">
        <Fact name={text.total}>{duration(totalMs)}</Fact>
        <Fact name={text.queue}>{duration(queueMs)}</Fact>
        <Fact name={text.work}>{duration(workMs)}</Fact>
        <Fact name={text.attempts}>{run.attempts}</Fact>
        {isTechnical && <Fact name={text.tokens}>{numbers.count(run.tokens)}</Fact>}
        <Fact name={text.cost}>{numbers.usd(run.costUsd)}</Fact>
        <Fact name={text.agent}>
          {run.agent === null
            ? frame.none
            : `${agentName(run.agent)} ${run.agentVersion === null ? "" : `@${run.agentVersion}`}`}
        </Fact>
        {isTechnical && <Fact name={text.inputClass}>{run.inputClass ?? frame.none}</Fact>}
      </dl>
      {run.forced != null && <Forced {...run.forced} />}
      <PlanPanel run={run} />
      {run.segments === undefined ? (
        <Panel title={text.timeline}>
          <p class="px-4 pt-3 pb-2 text-xs text-muted">{text.timelineAbout}</p>
          <Waterfall
            steps={run.steps}
            from={run.createdAt}
            startedAt={run.startedAt}
            endedAt={run.endedAt}
            attempts={run.attempts}
          />
        </Panel>
      ) : (
        <Parts run={run} />
      )}
      {run.decision !== undefined && <DecisionPanel decision={run.decision} />}
      {run.toolCalls !== undefined && run.toolCalls.length > 0 && <ToolCalls calls={run.toolCalls} />}
      {run.endedAt !== null && <ScoresPanel runId={run.id} />}
      <Panel title={text.events}>
        <ul class="divide-y divide-line text-sm">
          {run.events.map((event) => (
            <li key={event.id} class="flex flex-wrap justify-between gap-3 px-4 py-2.5">
              <span>
                {isTechnical ? event.inputType : (knownText(text, `event_${event.inputType}`) ?? event.inputType)}{" "}
                {isTechnical && <span class="text-muted">· {event.source}</span>}
              </span>
              <span class="text-muted">
                <RelativeTime at={event.receivedAt} />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

/** The person who decided the intent in the customer's place, and why. */
function Forced({ intent, actor, note }: NonNullable<Run["forced"]>) {
  const text = useText("intent");
  return (
    <p class="flex flex-wrap items-center gap-x-2 rounded-lg border border-line bg-warn-wash px-4 py-3 text-sm">
      <Icon name="bolt" size={16} class="text-warn" />
      <b class="font-semibold">{text.decidedBy(actor, intent)}</b>
      {note !== null && <span class="break-words">«{note}»</span>}
    </p>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="bg-surface px-4 py-3">
      <dt class="text-xs text-muted">{name}</dt>
      <dd class="truncate text-base font-semibold">{children}</dd>
    </div>
  );
}
