import { useState } from "preact/hooks";
import { useLocation, useSearchParams } from "wouter-preact";
import { useMay } from "../../api/session.tsx";
import type { Run } from "../../api/types.ts";
import { usePages } from "../../api/use-api.ts";
import { knownText } from "../../text/known-text.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/field.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { Screen } from "../../ui/screen.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { useAgentName } from "../../ui/use-agent-name.ts";
import { useNow } from "../../ui/values/clock.ts";
import { duration, RelativeTime } from "../../ui/values/time.tsx";
import { STATUS_TONES, spans } from "./run.ts";
import { RunTabs, useRunTab } from "./run-tabs.tsx";
import { useRunCommands } from "./use-run-commands.ts";

const GRID = "grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 lg:grid-cols-[7.5rem_9.5rem_1fr_5rem_6rem_7rem]";

export function RunList() {
  const text = useText("runs");
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  const [active, setActive] = useState(-1);
  const chosen = useRunTab();
  const isDead = chosen === "dead_letter";
  const showsDiscarded = search.get("discarded") === "true";
  const query = {
    status: chosen === "all" ? null : chosen,
    discarded: isDead && !showsDiscarded ? false : null,
    conversationId: search.get("conversation"),
    minAttempts: search.get("attempts"),
    minDurationMs: search.get("duration"),
  };
  const pages = usePages<Run>("/internal/agent/runs", { query });
  const { items } = pages;
  const change = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null || value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const open = (run: Run | undefined) => run !== undefined && navigate(`/runs/${run.id}`);
  const move = (step: number) => setActive((at) => Math.max(0, Math.min((items?.length ?? 1) - 1, at + step)));
  useShortcuts({ j: () => move(1), k: () => move(-1), Enter: () => open(items?.[active]) });
  const hasFilter = ["conversation", "attempts", "duration"].some((name) => search.has(name));
  return (
    <Screen title={text.title} about={text.about} isFilled>
      <RunTabs onChoose={() => setActive(-1)} />
      <div class="flex flex-wrap items-center gap-2 py-3">
        <Select
          aria-label={text.filterDuration}
          class="max-w-64"
          value={search.get("duration") ?? ""}
          onChange={(event) => change("duration", event.currentTarget.value)}
        >
          <option value="">{text.anyDuration}</option>
          {[1_000, 5_000, 30_000, 300_000].map((ms) => (
            <option key={ms} value={String(ms)}>
              {text.durationFrom(duration(ms))}
            </option>
          ))}
        </Select>
        <Select
          aria-label={text.filterAttempts}
          class="max-w-64"
          value={search.get("attempts") ?? ""}
          onChange={(event) => change("attempts", event.currentTarget.value)}
        >
          <option value="">{text.anyAttempts}</option>
          {[2, 3, 5].map((count) => (
            <option key={count} value={String(count)}>
              {text.attemptsFrom(count)}
            </option>
          ))}
        </Select>
        {isDead && (
          <label class="flex items-center gap-2 px-1 text-sm text-soft">
            <input
              type="checkbox"
              class="size-4 accent-accent"
              checked={showsDiscarded}
              onChange={(event) => change("discarded", event.currentTarget.checked ? "true" : null)}
            />
            {text.withDiscarded}
          </label>
        )}
        {search.has("conversation") && <Badge tone="accent">{text.ofOne}</Badge>}
        {hasFilter && (
          <Button
            small
            look="quiet"
            icon="close"
            onClick={() => setSearch(chosen === "all" ? {} : { status: chosen }, { replace: true })}
          >
            {text.clear}
          </Button>
        )}
      </div>
      {items === undefined && <AnswerPending answer={pages} />}
      {items?.length === 0 && (
        <Empty
          icon="runs"
          title={isDead ? text.emptyDeadTitle : text.emptyTitle}
          text={isDead ? text.emptyDeadText : text.emptyText}
        />
      )}
      {items !== undefined && items.length > 0 && (
        <>
          <div
            aria-hidden="true"
            class={`${GRID} border-b border-line px-3 pb-2 text-xs font-medium text-muted max-lg:hidden`}
          >
            <span>{text.started}</span>
            <span>{text.status}</span>
            <span>{isDead ? text.lastError : text.what}</span>
            <span class="text-right">{text.attempts}</span>
            <span class="text-right">{text.duration}</span>
          </div>
          <VirtualList
            label={text.title}
            items={items}
            active={active}
            keyOf={({ id }) => id}
            estimatePx={56}
            nextPage={pages.nextPage}
            render={(run, index) => <RunRow run={run} isActive={index === active} onOpen={() => open(run)} />}
          />
        </>
      )}
    </Screen>
  );
}

interface RunRowProps {
  readonly run: Run;
  readonly isActive: boolean;
  readonly onOpen: () => void;
}

function RunRow({ run, isActive, onOpen }: RunRowProps) {
  const text = useText("runs");
  const frame = useText("frame");
  const codes = useCodes();
  const isTechnical = useTechnical();
  const agentName = useAgentName();
  const mayAct = useMay("operate");
  const commands = useRunCommands();
  const { totalMs } = spans(run, useNow());
  const isStuck = run.status === "dead_letter" || run.status === "failed";
  return (
    <div
      class={`${GRID} relative min-h-14 border-b border-line px-3 py-2 text-sm hover:bg-hover ${isActive ? "bg-accent-wash" : ""}`}
    >
      <button type="button" onClick={onOpen} class="text-left font-medium after:absolute after:inset-0">
        <RelativeTime at={run.createdAt} />
      </button>
      <span class="justify-self-start max-lg:col-start-2 max-lg:row-start-1">
        <Badge tone={STATUS_TONES[run.status]}>{text[`is_${run.status}`]}</Badge>
      </span>
      <span class="min-w-0 truncate text-soft max-lg:col-span-2">
        {run.error !== null && isStuck ? (
          <>
            {isTechnical && <span class="font-mono text-xs text-bad">{run.error.code}</span>}{" "}
            {isTechnical ? run.error.message : (codes.error(run.error.code) ?? run.error.message)}
          </>
        ) : (
          [outcomeWords(run.outcome, text), isTechnical ? run.inputClass : null, run.agent && agentName(run.agent)]
            .filter((word) => word !== null)
            .join(" · ") || frame.none
        )}
      </span>
      <span class={`text-right max-lg:hidden ${run.attempts > 1 ? "font-medium text-warn" : "text-muted"}`}>
        {run.attempts}
      </span>
      <span class="text-right whitespace-nowrap text-soft max-lg:hidden">{duration(totalMs)}</span>
      <span class="relative z-1 justify-self-end max-lg:col-start-2">
        {isStuck && run.discarded === null && (
          <Button
            small
            icon="refresh"
            isBusy={commands.isBusy}
            disabled={!mayAct}
            title={mayAct ? undefined : frame.readOnly}
            onClick={() => commands.retry(run.id)}
          >
            {text.replay}
          </Button>
        )}
        {run.discarded !== null && <Badge>{text.discarded}</Badge>}
      </span>
    </div>
  );
}

/** An outcome of a later version is shown by its own name. */
export function outcomeWords(outcome: string | null, text: object): string | null {
  return outcome === null ? null : (knownText(text, outcome) ?? outcome);
}
