import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { ApiError } from "../../api/request.ts";
import { useApi } from "../../api/use-api.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ErrorState, useReason } from "../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../ui/states/skeleton.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useNow } from "../../ui/values/clock.ts";
import { duration, useClockTime } from "../../ui/values/time.tsx";
import { Chat } from "./chat.tsx";
import { Debug } from "./debug/debug.tsx";
import { Attach, Confirm, Load, New, Save, Scenario } from "./dialogs.tsx";
import { act, type Choices, change, PATH, type Sandbox } from "./sandbox-api.ts";

interface PanelProps {
  readonly id: string;
  readonly isAlone: boolean;
  readonly choices: Choices;
  /** Puts another sandbox in this place; null removes the panel. */
  readonly onReplace: (id: string | null) => void;
  readonly onGone: () => void;
  readonly onFork: (id: string) => void;
}

type Open = "live" | "new" | "reset" | "save" | "load" | "scenario" | "attach" | null;

/**
 * One sandbox: the chat, and the debugging tabs beside it, or below it when several panels are
 * open.
 */
export function Panel({ id, isAlone, choices, onReplace, onGone, onFork }: PanelProps) {
  const text = useText("sandbox");
  const codes = useCodes();
  const path = `${PATH}/${id}`;
  const { data: sandbox, error, refetch, dataUpdatedAt } = useApi<Sandbox>(path, { pollMs: 20_000 });
  const [open, setOpen] = useState<Open>(null);
  const [isBusy, setBusy] = useState(false);
  const [turn, setTurn] = useState<number | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const reason = useReason(failed);
  const close = () => setOpen(null);
  const isGone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone]);
  useEffect(() => {
    if (failed !== null) toast(reason, "bad");
  }, [failed]);

  const doing = async <Answer,>(work: Promise<Answer>): Promise<Answer | null> => {
    setBusy(true);
    try {
      return await work;
    } catch (thrown) {
      setFailed(thrown);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const acting = async (body: unknown): Promise<boolean> => {
    const done = await doing(act(id, body));
    setTurn(null);
    return done !== null;
  };
  if (sandbox === undefined || isGone) {
    return error === null || isGone ? <SkeletonRows /> : <ErrorState error={error} onRetry={refetch} />;
  }
  const isLive = sandbox.crm === "live";
  return (
    <section
      aria-label={text.panelOf(sandbox.agent.name)}
      class="flex min-w-0 flex-1 flex-col overflow-clip rounded-lg border border-line bg-surface shadow-card"
    >
      <header class="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <strong class="truncate text-sm">{sandbox.name ?? sandbox.agent.name}</strong>
        {!isLive && (
          <Badge tone="calm" title={text.dryRunHint}>
            {text.dryRun}
          </Badge>
        )}
        <Badge>{codes.mode(sandbox.session.mode)}</Badge>
        <span class="ml-auto flex flex-wrap">
          {!isLive && (
            <Button small look="quiet" onClick={() => setOpen("live")}>
              {text.goLive}
            </Button>
          )}
          <Button small look="quiet" onClick={() => setOpen("new")}>
            {text.new}
          </Button>
          <Button small look="quiet" onClick={() => setOpen("reset")}>
            {text.reset}
          </Button>
          <Button small look="quiet" onClick={() => setOpen("save")}>
            {text.save}
          </Button>
          <Button small look="quiet" onClick={() => setOpen("load")}>
            {text.load}
          </Button>
          <Button small look="quiet" onClick={() => setOpen("scenario")}>
            {text.scenario}
          </Button>
          {!isAlone && <IconButton icon="close" label={text.closePanel} onClick={() => onReplace(null)} />}
        </span>
      </header>
      {isLive && (
        <div role="alert" class="flex flex-wrap items-center gap-3 bg-bad-wash px-3 py-2 text-sm text-bad">
          <p class="min-w-0 flex-1 basis-56">
            <strong>{text.liveCrm}.</strong> {text.liveMeans}{" "}
            <Link href={`/conversations/${sandbox.conversationId}`} class="underline">
              {text.liveWhere}
            </Link>
          </p>
          <Button small isBusy={isBusy} onClick={() => doing(change(id, "PATCH", "settings", { crm: "dry-run" }))}>
            {text.goDry}
          </Button>
        </div>
      )}
      <TimeBar
        sandbox={sandbox}
        since={dataUpdatedAt}
        isBusy={isBusy}
        onAct={acting}
        onDue={refetch}
        onPause={() => doing(change(id, "PATCH", "settings", { isClockRunning: !sandbox.isClockRunning }))}
      />
      <div class={`grid min-h-0 flex-1 ${isAlone ? "lg:grid-cols-[3fr_2fr]" : "grid-rows-[3fr_2fr]"}`}>
        <Chat
          sandbox={sandbox}
          isBusy={isBusy}
          chosen={turn}
          onChoose={setTurn}
          onSay={(said, heard) => acting({ kind: "text", text: said, ...(heard === null ? {} : { heard }) })}
          onTap={(title) => acting({ kind: "button", title })}
          onAttach={() => setOpen("attach")}
          onAnswer={(question, decision) => acting({ kind: "answer", question, decision })}
          onFork={(number) =>
            doing(change(id, "POST", "fork", { turn: number })).then((next) => next !== null && onFork(next.id))
          }
        />
        <Debug
          sandbox={sandbox}
          chosen={turn}
          isAlone={isAlone}
          engines={choices.engines}
          onChoose={setTurn}
          onChange={(what, body) => change(id, "PATCH", what, body)}
          onAct={acting}
        />
      </div>
      {open === "new" && <New choices={choices} onClose={close} onDone={onReplace} />}
      {open === "live" && (
        <Confirm
          title={text.goLive}
          warning={text.liveWarning}
          onClose={close}
          onYes={() => doing(change(id, "PATCH", "settings", { crm: "live" })).then(close)}
        />
      )}
      {open === "reset" && (
        <Confirm
          title={text.reset}
          warning={text.resetWarning}
          onClose={close}
          onYes={() => doing(change(id, "POST", "reset")).then(close)}
        />
      )}
      {open === "save" && <Save sandbox={sandbox} onClose={close} />}
      {open === "load" && <Load onClose={close} onDone={onReplace} />}
      {open === "scenario" && <Scenario sandbox={sandbox} onClose={close} />}
      {open === "attach" && (
        <Attach listens={choices.listens} onClose={close} onSend={(body) => acting(body).then(close)} />
      )}
    </section>
  );
}

interface TimeBarProps {
  readonly sandbox: Sandbox;
  /** The time of the server's answer, in milliseconds. */
  readonly since: number;
  readonly isBusy: boolean;
  readonly onAct: (body: unknown) => unknown;
  readonly onDue: () => unknown;
  readonly onPause: () => unknown;
}

/** The sandbox's own clock, its next timer, and the buttons that move time forward. */
function TimeBar({ sandbox, since, isBusy, onAct, onDue, onPause }: TimeBarProps) {
  const text = useText("sandbox");
  const time = useClockTime();
  const passed = sandbox.isClockRunning ? Math.max(0, useNow() - since) : useNow() * 0;
  const left = sandbox.timer === null ? null : Math.max(0, sandbox.timer.remainingSeconds * 1_000 - passed);
  useEffect(() => {
    if (left === 0 && sandbox.isClockRunning) void onDue();
  }, [left === 0]);
  const forward = (seconds: number) => () => onAct({ kind: "forward", seconds });
  return (
    <div class="flex flex-wrap items-center gap-1.5 border-b border-line bg-sunken px-3 py-1.5 text-xs text-soft">
      <IconButton
        icon={sandbox.isClockRunning ? "pause" : "play"}
        label={sandbox.isClockRunning ? text.pause : text.resume}
        onClick={onPause}
      />
      <span class="tabular-nums" title={text.clock}>
        {time(new Date(Date.parse(sandbox.now) + passed).toISOString())}
      </span>
      <Badge tone={left === null ? "neutral" : "warn"} icon="timers">
        {sandbox.timer === null || left === null
          ? text.noTimer
          : text.timer(sandbox.timer.level, duration(left < 1_000 ? 0 : left))}
      </Badge>
      <span class="ml-auto flex flex-wrap gap-1">
        <Button
          small
          look="quiet"
          icon="forward"
          disabled={isBusy || left === null}
          onClick={() => onAct({ kind: "next_timer" })}
        >
          {text.nextTimer}
        </Button>
        <Button small look="quiet" disabled={isBusy} onClick={forward(600)}>
          {text.minutes(10)}
        </Button>
        <Button small look="quiet" disabled={isBusy} onClick={forward(3_600)}>
          {text.hour}
        </Button>
        <Button small look="quiet" disabled={isBusy} onClick={() => onAct({ kind: "night" })}>
          {text.night}
        </Button>
      </span>
    </div>
  );
}
