import type { ComponentChildren } from "preact";
import type { ShownFile, TimelineEvent, TimelineMessage, TimelineRun } from "../../../api/types.ts";
import { useText } from "../../../text/use-text.ts";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { useTechnical } from "../../../ui/technical.ts";
import { Countdown, duration, useClockTime, useExactTime } from "../../../ui/values/time.tsx";
import { BubbleActions } from "../story/bubble-actions.tsx";
import { ContentView, spoken } from "../story/content-view.tsx";
import { FileView } from "../story/file-view.tsx";
import { ConfidenceDot } from "./confidence-dot.tsx";
import { readDecision } from "./decision.ts";
import { Why } from "./why.tsx";

/** Events that no customer wrote: none of them is drawn as a bubble of theirs. */
const OURS: ReadonlySet<string> = new Set(["operator_command", "timer", "confirmation", "scheduled", "segment"]);

interface RunBlockProps {
  readonly run: TimelineRun;
  readonly conversationId: string;
  readonly path: string;
  /** The words of messages by WhatsApp's id. */
  readonly quoted: ReadonlyMap<string, string>;
  readonly mayReact: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A run: the customer's words, why the agent answered this way, and the answer. */
export function RunBlock(props: RunBlockProps) {
  const { run, conversationId, path, quoted, mayReact, isOpen, onToggle } = props;
  const inbound = run.events.filter(({ inputType }) => !OURS.has(inputType));
  const isGone = run.kept === "nothing";
  const forced = run.events.flatMap(forcedIntent)[0];
  const isPersons = forced === undefined && run.events.some(({ inputType }) => inputType === "operator_command");
  return (
    <article class="flex flex-col gap-1.5">
      {run.events.map((event) => (
        <Cause key={event.id} event={event} />
      ))}
      {forced !== undefined && <ForcedLine {...forced} />}
      {inbound.map((event) => (
        <Inbound key={event.id} event={event} isGone={isGone} quoted={quoted}>
          {event.wamid !== null && !isGone && event.inputType === "message" && (
            <BubbleActions
              conversationId={conversationId}
              path={path}
              eventId={event.id}
              words={spoken(event.content) ?? ""}
              mayReact={mayReact}
            />
          )}
        </Inbound>
      ))}
      {(!isPersons || run.toolCalls.length > 0) && (
        <WhyLine run={run} isOpen={isOpen} onToggle={onToggle} said={inbound.length} />
      )}
      {isOpen && <Why run={run} />}
      {run.messages.map((message) => (
        <Outbound key={message.id} message={message} isPersons={isPersons} isGone={isGone} quoted={quoted} />
      ))}
    </article>
  );
}

/** One line for an event of ours that a person should know of; nothing for the others. */
function Cause({ event: { inputType, content } }: { readonly event: TimelineEvent }) {
  const text = useText("inbox");
  const words = {
    timer: text.firedTimer(String(content?.["level"] ?? "")),
    scheduled: text.firedScheduled,
    segment: text.wentOn(Number(content?.["number"] ?? 0)),
    confirmation: text.decidedQuestion,
  };
  if (!(inputType in words)) return null;
  return (
    <p class="flex items-center justify-center gap-1.5 py-1 text-xs text-muted">
      <Icon
        name={inputType === "segment" ? "forward" : inputType === "confirmation" ? "confirmations" : "timers"}
        size={14}
      />
      {words[inputType as keyof typeof words]}
    </p>
  );
}

interface ForcedIntent {
  readonly intent: string;
  readonly actor: string;
  readonly note: string | null;
}

/** The intent that a person decided with this event, in a list of one; an empty list for other events. */
function forcedIntent({ inputType, content }: TimelineEvent): readonly ForcedIntent[] {
  const { type, intent, actor, note } = content ?? {};
  if (inputType !== "operator_command" || type !== "intent") return [];
  return [
    { intent: String(intent), actor: String(actor), note: typeof note === "string" && note !== "" ? note : null },
  ];
}

function ForcedLine({ intent, actor, note }: ForcedIntent) {
  const text = useText("intent");
  return (
    <p class="flex flex-wrap items-center justify-center gap-x-1.5 py-1 text-center text-xs text-muted">
      <Icon name="bolt" size={14} />
      {text.decidedBy(actor, intent)}
      {note !== null && <span>— «{note}»</span>}
    </p>
  );
}

/** The words of a message, unless their retention has ended. */
function Said({ content, isGone, file, replyTo, quoted }: SaidProps) {
  const text = useText("inbox");
  const frame = useText("frame");
  if (isGone) return <p class="text-sm text-muted italic">{frame.notKept}</p>;
  return (
    <>
      {replyTo !== null && (
        <p class="mb-1 truncate rounded-sm border-l-4 border-accent bg-hover px-2 py-1 text-xs text-soft">
          <span class="sr-only">{text.quotes}</span>
          {quoted.get(replyTo) ?? text.quotedOlder}
        </p>
      )}
      {file !== null && <FileView file={file} caption={spoken(content)} />}
      <ContentView content={content} hasFile={file !== null} />
    </>
  );
}

interface SaidProps {
  readonly content: TimelineMessage["content"] | null;
  readonly isGone: boolean;
  readonly file: ShownFile | null;
  readonly replyTo: string | null;
  readonly quoted: ReadonlyMap<string, string>;
}

interface InboundProps {
  readonly event: TimelineEvent;
  readonly isGone: boolean;
  readonly quoted: ReadonlyMap<string, string>;
  /** What a person may do with it. */
  readonly children: ComponentChildren;
}

function Inbound({ event, isGone, quoted, children }: InboundProps) {
  const clock = useClockTime();
  const exact = useExactTime();
  const isEcho = event.inputType === "echo";
  return (
    <div class={`group flex items-end gap-1 ${isEcho ? "justify-end" : "justify-start"}`}>
      <div
        class={`max-w-[min(36rem,85%)] rounded-xl px-3.5 py-2 shadow-card ${
          isEcho ? "rounded-br-sm bg-calm-wash" : "rounded-bl-sm border border-line bg-surface"
        }`}
      >
        <Said content={event.content} isGone={isGone} file={event.file} replyTo={event.replyTo} quoted={quoted} />
        <time
          dateTime={event.occurredAt}
          title={exact(event.occurredAt)}
          class="mt-0.5 block text-right text-2xs text-muted"
        >
          {clock(event.occurredAt)}
        </time>
      </div>
      {children}
    </div>
  );
}

interface WhyLineProps {
  readonly run: TimelineRun;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** How many messages of the customer it answers. */
  readonly said: number;
}

function WhyLine({ run, isOpen, onToggle, said }: WhyLineProps) {
  const text = useText("inbox");
  const { intent, confidence } = readDecision(run.decision);
  // A wait for a person's yes is not the time of the answer.
  const hasWaited = run.events.some(({ inputType }) => inputType === "confirmation");
  const tookMs = hasWaited
    ? run.steps.reduce((sum, { phase, name, durationMs }) => sum + (phase === name ? durationMs : 0), 0)
    : run.startedAt === null || run.endedAt === null
      ? null
      : Date.parse(run.endedAt) - Date.parse(run.startedAt);
  const tokens = run.steps.reduce((sum, { model }) => sum + (model?.tokens ?? 0), 0);
  const state = useStanding(run);
  const isTechnical = useTechnical();
  return (
    <div class="flex justify-end">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        class="flex min-h-7 max-w-full flex-wrap items-center justify-end gap-x-2.5 gap-y-0.5 rounded-full px-2.5 text-xs text-muted transition-colors hover:bg-hover hover:text-ink"
      >
        {state !== null && (
          <span class={`inline-flex items-center gap-1 font-medium ${state.isBad ? "text-bad" : ""}`}>
            <Icon name={state.icon} size={14} class={run.status === "running" ? "animate-breathe" : ""} />
            {state.words}
            {state.at !== undefined && <Countdown to={state.at} />}
          </span>
        )}
        {said > 1 && <span>{text.joined(said)}</span>}
        {isTechnical && intent !== null && <span class="font-mono text-soft">{intent}</span>}
        {isTechnical && confidence !== null && <ConfidenceDot confidence={confidence} />}
        {isTechnical && tookMs !== null && <span>{duration(tookMs)}</span>}
        {isTechnical && tokens > 0 && (
          <span>
            {tokens} {text.tokens}
          </span>
        )}
        <span class="inline-flex items-center gap-0.5 text-accent">
          {isOpen ? text.hideWhy : text.why}
          <Icon name="chevronDown" size={13} class={`transition-transform ${isOpen ? "rotate-180" : ""}`} />
        </span>
      </button>
    </div>
  );
}

interface Standing {
  readonly icon: IconName;
  readonly words: string;
  readonly isBad?: boolean;
  /** The time that it waits for. */
  readonly at?: string;
}

/** The state of a run that did not simply answer. */
function useStanding({ status, outcome, segments, stopped }: TimelineRun): Standing | null {
  const text = useText("inbox");
  const waiting = segments?.find(({ endedAt }) => endedAt === null);
  if (stopped != null) return { icon: "close", words: text.stoppedRun };
  if (status === "queued" && waiting !== undefined) {
    return { icon: "forward", words: text.goesOnRun, at: waiting.dueAt };
  }
  if (status === "dead_letter" || status === "failed") return { icon: "warning", words: text.failedRun, isBad: true };
  if (status === "waiting_confirmation") return { icon: "confirmations", words: text.waitingRun };
  if (status === "running" || status === "queued") return { icon: "bot", words: text.runningRun };
  if (outcome === "merged") return { icon: "link", words: text.merged };
  if (outcome === "silent") return { icon: "pause", words: text.silentRun };
  if (outcome === "window_closed") return { icon: "clock", words: text.windowRun };
  if (outcome === "bot_off") return { icon: "person", words: text.personAnswers };
  if (outcome === "dry_run") return { icon: "tool", words: text.dryRun };
  if (outcome === "recorded") return { icon: "check", words: text.recorded };
  return null;
}

interface OutboundProps {
  readonly message: TimelineMessage;
  readonly isPersons: boolean;
  readonly isGone: boolean;
  readonly quoted: ReadonlyMap<string, string>;
}

function Outbound({ message, isPersons, isGone, quoted }: OutboundProps) {
  const text = useText("inbox");
  const clock = useClockTime();
  const exact = useExactTime();
  const tick = useTick(message);
  const isLost = message.status === "dropped" || message.status === "failed" || message.delivery === "failed";
  return (
    <div class="flex justify-end">
      <div
        class={`max-w-[min(36rem,85%)] rounded-xl rounded-br-sm px-3.5 py-2 ${isPersons ? "bg-calm-wash" : "bg-accent-wash"} ${isLost ? "opacity-60" : ""}`}
      >
        {isPersons && <p class="mb-0.5 text-2xs font-semibold text-calm">{text.person}</p>}
        <Said content={message.content} isGone={isGone} file={message.file} replyTo={message.replyTo} quoted={quoted} />
        <p class="mt-0.5 flex items-center justify-end gap-1 text-2xs text-muted">
          <time dateTime={message.createdAt} title={exact(message.createdAt)}>
            {clock(message.createdAt)}
          </time>
          <span class={`inline-flex items-center gap-1 ${tick.class}`} title={message.detail ?? tick.words}>
            <Icon name={tick.icon} size={14} />
            <span class={tick.isTold ? "" : "sr-only"}>{tick.words}</span>
          </span>
        </p>
      </div>
    </div>
  );
}

interface Tick {
  readonly icon: IconName;
  readonly words: string;
  readonly class: string;
  /** Tells whether the mark needs its words beside it. */
  readonly isTold?: boolean;
}

function useTick({ status, delivery }: TimelineMessage): Tick {
  const text = useText("inbox");
  if (delivery === "failed" || status === "failed") {
    return { icon: "warning", words: text.statusFailed, class: "text-bad", isTold: true };
  }
  if (status === "dropped") return { icon: "close", words: text.statusDropped, class: "text-muted", isTold: true };
  if (status === "in_doubt") return { icon: "warning", words: text.statusInDoubt, class: "text-warn", isTold: true };
  if (status === "queued") return { icon: "clock", words: text.statusQueued, class: "" };
  if (status === "in_flight") return { icon: "send", words: text.statusInFlight, class: "" };
  if (delivery === "read" || delivery === "played")
    return { icon: "checks", words: text.statusRead, class: "text-accent" };
  if (delivery === "delivered") return { icon: "checks", words: text.statusDelivered, class: "" };
  return { icon: "check", words: text.statusSent, class: "" };
}
