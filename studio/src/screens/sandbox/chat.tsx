import { useEffect, useRef, useState } from "preact/hooks";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Arguments } from "../../ui/values/arguments.tsx";
import { duration, useClockTime } from "../../ui/values/time.tsx";
import type { Line, Sandbox } from "./sandbox-api.ts";

interface ChatProps {
  readonly sandbox: Sandbox;
  readonly isBusy: boolean;
  readonly chosen: number | null;
  readonly onChoose: (turn: number) => void;
  /**
   * `heard` is the number of messages of the last answer that had arrived; null when all had.
   * The answer is false when the message was not taken.
   */
  readonly onSay: (text: string, heard: number | null) => Promise<boolean>;
  readonly onTap: (title: string) => unknown;
  readonly onAttach: () => void;
  readonly onFork: (turn: number) => unknown;
  readonly onAnswer: (question: string, decision: "approve" | "deny") => unknown;
}

/** The customer's phone. The bot's messages arrive after their typing time. */
export function Chat({ sandbox, isBusy, chosen, onChoose, onSay, onTap, onAttach, onFork, onAnswer }: ChatProps) {
  const text = useText("sandbox");
  const { lines } = sandbox;
  const shown = useTyped(lines);
  const [words, setWords] = useState("");
  /** Written while a turn runs; they leave when it has ended. */
  const [held, setHeld] = useState<string | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const isTyping = lines[shown]?.by === "bot";
  // The question stands once its words have arrived: it would blink before them.
  const isAllSaid = shown === lines.length;
  useEffect(() => {
    const box = end.current?.parentElement;
    box?.scrollTo({ top: box.scrollHeight });
  }, [shown, isTyping, held]);
  const say = async (said: string) => {
    if (said.trim() === "") return;
    if (isBusy) {
      setHeld(held === null ? said.trim() : `${held}\n${said.trim()}`);
      return;
    }
    const last = sandbox.turns.at(-1)?.number;
    const heard = lines.slice(0, shown).filter(({ by, turn }) => by === "bot" && turn === last).length;
    const isTaken = await onSay(said.trim(), isTyping ? heard : null);
    if (!isTaken) setWords((written) => (written === "" ? said : written));
  };
  useEffect(() => {
    if (isBusy || held === null) return;
    setHeld(null);
    void say(held);
  }, [isBusy, held]);
  return (
    <div class="flex min-h-80 flex-col">
      <div
        class="min-h-0 flex-1 overflow-y-auto px-3 py-4"
        role="log"
        aria-live="polite"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
        tabIndex={0}
        aria-label={text.title}
      >
        {lines.length === 0 && (
          <div class="py-10 text-center text-sm text-muted">
            <p>{text.start}</p>
            <button
              type="button"
              class="mt-3 rounded-full border border-line px-3 py-1.5 text-accent hover:bg-hover"
              onClick={() => say(text.hello)}
            >
              {text.hello}
            </button>
          </div>
        )}
        <ol class="flex flex-col gap-1.5">
          {lines.slice(0, shown).map((line, index) => (
            <Bubble
              key={index}
              line={line}
              isChosen={line.turn !== null && line.turn === chosen}
              isLastOfTurn={line.turn !== null && lines[index + 1]?.turn !== line.turn}
              canTap={index === lines.length - 1}
              onChoose={onChoose}
              onTap={onTap}
              onFork={onFork}
            />
          ))}
          {held !== null && (
            <li class="ml-auto max-w-[82%] rounded-lg bg-accent-wash px-3 py-1.5 text-sm break-words whitespace-pre-wrap text-muted">
              {held}
            </li>
          )}
          {(isTyping || isBusy) && (
            <li class="w-fit rounded-lg bg-hover px-3 py-2 text-sm text-muted">
              <span role="status">{text.typing}</span>
            </li>
          )}
        </ol>
        <div ref={end} />
      </div>
      {sandbox.questions.length > 0 && isAllSaid && (
        <div class="max-h-[45%] shrink-0 divide-y divide-line overflow-y-auto border-t border-line bg-accent-wash">
          {sandbox.questions.map((question) => (
            <Question key={question.id} question={question} isBusy={isBusy} onAnswer={onAnswer} />
          ))}
        </div>
      )}
      <form
        class="flex items-center gap-1.5 border-t border-line p-2"
        onSubmit={(event) => {
          event.preventDefault();
          void say(words);
          setWords("");
        }}
      >
        <IconButton icon="plus" label={text.attach} onClick={onAttach} />
        <input
          class="h-9.5 min-w-0 flex-1 rounded-md border border-line bg-surface px-3 text-sm"
          aria-label={text.say}
          placeholder={text.say}
          value={words}
          maxLength={4096}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <IconButton type="submit" icon="send" label={text.send} />
      </form>
    </div>
  );
}

/** A turn that waits: the call, the person who may say yes, and both answers. */
function Question({
  question,
  isBusy,
  onAnswer,
}: { readonly question: Sandbox["questions"][number] } & Pick<ChatProps, "isBusy" | "onAnswer">) {
  const text = useText("sandbox");
  return (
    <section aria-label={`${text.waits} ${question.tool}`} class="p-3 text-sm">
      <p class="flex flex-wrap items-center gap-2 font-semibold">
        {text.waits} <span class="font-mono text-xs">{question.tool}</span>
        <Badge tone="calm">{question.audience === "customer" ? text.asksCustomer : text.asksOperator}</Badge>
      </p>
      <p class="mt-1 text-soft italic">«{question.question}»</p>
      <div class="my-2 max-h-40 overflow-y-auto">
        <Arguments value={question.input} />
      </div>
      <p class="mb-2 text-xs text-muted">{question.reason}</p>
      <div class="flex gap-2">
        <Button small look="danger" disabled={isBusy} onClick={() => onAnswer(question.id, "deny")}>
          {text.deny}
        </Button>
        <Button small look="primary" disabled={isBusy} onClick={() => onAnswer(question.id, "approve")}>
          {text.approve}
        </Button>
      </div>
    </section>
  );
}

/**
 * The number of lines that have arrived. Lines of the bot arrive one by one after their typing
 * time; all others, and lines from before this page was opened, at once.
 */
function useTyped(lines: readonly Line[]): number {
  const [shown, setShown] = useState(lines.length);
  const next = lines[shown];
  useEffect(() => {
    if (shown > lines.length) setShown(lines.length);
    if (next === undefined) return;
    const timer = setTimeout(() => setShown(shown + 1), next.by === "bot" ? next.typingMs : 0);
    return () => clearTimeout(timer);
  }, [shown, lines.length, next?.text, next?.by]);
  return Math.min(shown, lines.length);
}

interface BubbleProps {
  readonly line: Line;
  readonly isChosen: boolean;
  readonly isLastOfTurn: boolean;
  readonly canTap: boolean;
  readonly onChoose: (turn: number) => void;
  readonly onTap: (title: string) => unknown;
  readonly onFork: (turn: number) => unknown;
}

function Bubble({ line, isChosen, isLastOfTurn, canTap, onChoose, onTap, onFork }: BubbleProps) {
  const text = useText("sandbox");
  const time = useClockTime();
  const { by, turn } = line;
  const words = useWords(line);
  if (by === "system") {
    return (
      <li class="my-1.5 flex items-center justify-center gap-1.5 text-xs text-muted">
        <Icon name="clock" size={13} /> {words}
      </li>
    );
  }
  const isOurs = by !== "customer";
  return (
    <li class={`group flex items-end gap-1 ${isOurs ? "" : "flex-row-reverse"}`}>
      <div
        class={`max-w-[82%] rounded-lg px-3 py-1.5 text-sm whitespace-pre-wrap break-words ${isOurs ? "bg-hover" : "bg-accent-wash"} ${isChosen ? "outline-2 outline-accent" : ""} ${line.isDuplicate ? "border border-dashed border-line bg-transparent! text-muted" : ""}`}
      >
        {by === "operator" && <Icon name="person" size={13} class="mr-1 inline" />}
        {line.isDuplicate && <span class="block text-2xs font-semibold">{text.lineDuplicate}</span>}
        {bold(words)}
        <span class="ml-2 text-2xs text-muted tabular-nums">{time(line.at)}</span>
        {line.buttons.map((title) => (
          <button
            key={title}
            type="button"
            disabled={!canTap}
            onClick={() => onTap(title)}
            class="mt-1 block w-full rounded-md border border-line bg-surface px-2 py-1 text-accent disabled:opacity-60"
          >
            {title}
          </button>
        ))}
      </div>
      {turn !== null && isLastOfTurn && (
        <span class="flex opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100">
          <IconButton icon="info" label={text.turn(turn)} onClick={() => onChoose(turn)} />
          <IconButton icon="link" label={text.fork(turn)} onClick={() => onFork(turn)} />
        </span>
      )}
    </li>
  );
}

/** WhatsApp shows text between asterisks in bold. */
function bold(words: string) {
  return words
    .split(/\*([^*\n]+)\*/)
    .map((part, index) => (index % 2 === 1 ? <strong key={index}>{part}</strong> : part));
}

const ICONS: Readonly<Record<string, string>> = {
  sticker: "🏷️",
  audio: "🎤",
  image: "📷",
  document: "📄",
  video: "🎬",
  button: "👆",
};

function useWords({ kind, text: said, by }: Line): string {
  const text = useText("sandbox");
  switch (kind) {
    case "time":
      return text.lineTime(duration(Number(said) * 1_000));
    case "timer":
      return text.lineTimer(said);
    case "night":
      return text.lineNight;
    case "forced":
      return text.lineForced(said);
    case "takeover":
      return text.lineTakeover;
    case "handback":
      return text.lineHandback;
    case "killed":
      return text.lineKilled;
    case "approved":
    case "denied":
      return `${text[kind]}: ${said}`;
    case "live":
      return said === "on" ? text.lineLive : text.lineDry;
    case "edited":
      return text.lineEdited(said);
    default:
      return by === "customer" && kind !== "text" ? `${ICONS[kind] ?? ""} ${said}`.trim() : said;
  }
}
