import { useEffect, useMemo, useState } from "preact/hooks";
import type { TimelineItem, TimelineRun } from "../../../api/types.ts";
import { type Unsent, useUnsent } from "../../../api/unsent.ts";
import { usePages } from "../../../api/use-api.ts";
import { useReached } from "../../../api/use-reached.ts";
import { useText } from "../../../text/use-text.ts";
import { Icon } from "../../../ui/icon.tsx";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { AnswerPending } from "../../../ui/states/answer-pending.tsx";
import { useClockTime, useDay } from "../../../ui/values/time.tsx";
import { RunBlock } from "../why/run-block.tsx";
import { spoken } from "./content-view.tsx";
import { UnsentBubble } from "./unsent-bubble.tsx";

interface TimelineProps {
  readonly path: string;
  readonly conversationId: string;
  /** The run to open and bring into view. */
  readonly shownRun: string | null;
  /** Each new value brings the end into view. */
  readonly follow: number;
  /** A person answers here: messages may be reacted to. */
  readonly isPersons: boolean;
}

/** The conversation in order of time, the newest at the foot. Scrolling up loads older runs. */
export function Timeline({ path, conversationId, shownRun, follow, isPersons }: TimelineProps) {
  const text = useText("inbox");
  const pages = usePages<TimelineItem>(`${path}/timeline`, { query: { limit: 30 } });
  const unsent = useUnsent(path);
  const isLost = !useReached();
  const told = useMemo(() => (pages.items === undefined ? [] : [...pages.items].reverse()), [pages.items]);
  const items: readonly Shown[] = [
    ...told,
    ...unsent
      .filter(({ takenAs }) => !told.some(({ id }) => id === takenAs))
      .map((one) => ({ kind: "unsent" as const, id: one.key, at: one.at, one })),
  ];
  const quoted = useMemo(() => wordsByWamid(told), [told]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  useEffect(() => {
    if (shownRun !== null) setOpen((before) => new Set(before).add(shownRun));
  }, [shownRun]);
  const { exists, isLoading, error, load } = pages.nextPage;
  // A run that is asked for may be far back.
  const isSought =
    shownRun !== null && pages.items !== undefined && !pages.items.some(({ id }) => id === shownRun) && exists;
  useEffect(() => {
    if (isSought && !isLoading && error === null) void load();
  }, [isSought, isLoading, error]);
  if (pages.items === undefined) {
    return (
      <div class="min-h-0 flex-1">
        <AnswerPending answer={pages} rows={5} />
      </div>
    );
  }
  return (
    <VirtualList
      label={text.timeline}
      items={items}
      keyOf={keyOf}
      estimatePx={190}
      fromEnd
      follow={follow}
      active={shownRun === null ? undefined : items.findIndex(({ id }) => id === shownRun)}
      nextPage={pages.nextPage}
      class="bg-paper"
      render={(item, index) => (
        <div class="px-3 py-1.5 md:px-6">
          {isNewDay(items[index - 1], item) && <DayLine at={item.at} />}
          {item.kind === "run" ? (
            <RunBlock
              run={item}
              conversationId={conversationId}
              path={path}
              quoted={quoted}
              mayReact={isPersons}
              isOpen={open.has(item.id)}
              onToggle={() => toggle(item.id)}
            />
          ) : item.kind === "unsent" ? (
            <UnsentBubble unsent={item.one} conversationId={conversationId} isLost={isLost} />
          ) : (
            <Between item={item} />
          )}
        </div>
      )}
    />
  );
}

type Shown = TimelineItem | { readonly kind: "unsent"; readonly id: string; readonly at: string; readonly one: Unsent };

/** The words of each message that WhatsApp has a name for, for those that quote it. */
function wordsByWamid(items: readonly TimelineItem[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const item of items) {
    if (item.kind !== "run") continue;
    for (const { wamid, content } of [...item.events, ...item.messages]) {
      const said = spoken(content);
      if (wamid !== null && said !== null) words.set(wamid, said);
    }
  }
  return words;
}

function keyOf(item: Shown): string {
  return `${item.kind}:${item.id}`;
}

function isNewDay(before: Shown | undefined, item: Shown): boolean {
  return before === undefined || new Date(before.at).toDateString() !== new Date(item.at).toDateString();
}

function DayLine({ at }: { readonly at: string }) {
  const day = useDay();
  return (
    <div class="my-3 flex items-center gap-4 text-xs text-muted">
      <span class="h-px flex-1 bg-line" />
      <span class="first-letter:uppercase">{day(at)}</span>
      <span class="h-px flex-1 bg-line" />
    </div>
  );
}

function Between({ item }: { readonly item: Exclude<TimelineItem, TimelineRun> }) {
  const text = useText("inbox");
  const clock = useClockTime();
  if (item.kind === "note") {
    return (
      <div class="my-1 flex justify-center">
        <div class="w-full max-w-xl rounded-lg border border-line bg-warn-wash px-4 py-2.5">
          <p class="flex items-center gap-1.5 text-xs font-medium text-warn">
            <Icon name="note" size={14} />
            {text.noteBy(item.author)}
            <span class="ml-auto font-normal text-muted">{clock(item.at)}</span>
          </p>
          <p class="mt-1 text-sm break-words whitespace-pre-wrap">{item.text}</p>
        </div>
      </div>
    );
  }
  const told = /^(takeover|handback) by ([^:]*)(?:: (.*))?$/s.exec(item.text);
  const words =
    told === null
      ? item.text
      : told[1] === "takeover"
        ? text.takeoverBy(told[2] ?? "")
        : text.handbackBy(told[2] ?? "");
  return (
    <p class="my-2 flex flex-wrap items-center justify-center gap-x-2 text-center text-xs text-muted">
      <Icon name={told?.[1] === "handback" ? "bot" : "hand"} size={14} />
      <span>
        {words}
        {told?.[3] !== undefined && ` — «${told[3]}»`}
      </span>
      <span>{clock(item.at)}</span>
    </p>
  );
}
