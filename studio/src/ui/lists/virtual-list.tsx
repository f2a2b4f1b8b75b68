import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { NextPage } from "../../api/use-api.ts";
import { NextPageRow } from "./next-page-row.tsx";

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string;
  readonly render: (item: Item, index: number) => ComponentChildren;
  /** The assumed height of an item that is not measured yet. */
  readonly estimatePx: number;
  readonly label: string;
  /** Loaded when the reader comes near the last item; near the first one of a list that opens at its end. */
  readonly nextPage?: NextPage;
  /** Opens at the end and stays there while the list grows, as a chat does. */
  readonly fromEnd?: boolean;
  /** Each new value goes to the end of a list that opens there, as a person's own message does. */
  readonly follow?: number;
  /** The item to bring into view when it changes, as the keyboard moves through the list. */
  readonly active?: number | undefined;
  readonly class?: string;
}

/** Rendered above and below what is seen. */
const OVERSCAN_PX = 600;
const NEAR_PX = 800;

/**
 * A list of any length. The page holds only the visible items. Heights are measured as items
 * appear; the item that is being read stays in place, whatever changes above it.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, render, estimatePx, label, nextPage, fromEnd = false, active, follow = 0 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const heights = useRef(new Map<string, number>());
  /** The reading place: the first visible item, and how far it is scrolled out. */
  const anchor = useRef<{ key: string; offset: number } | null>(null);
  const isAtEnd = useRef(fromEnd);
  const [, redraw] = useReducer<number, void>((n) => n + 1, 0);

  const starts: number[] = [];
  let total = 0;
  for (let index = 0; index < items.length; index += 1) {
    starts.push(total);
    total += heights.current.get(keyOf(items[index] as Item, index)) ?? estimatePx;
  }

  const view = scroller.current;
  const above = list.current?.offsetTop ?? 0;
  const viewHeight = view?.clientHeight ?? 800;
  const top = view === null ? (fromEnd ? total - viewHeight : 0) : view.scrollTop - above;
  const first = Math.max(0, indexAt(starts, top - OVERSCAN_PX));
  const last = Math.min(items.length - 1, indexAt(starts, top + viewHeight + OVERSCAN_PX));

  const lastItem = items.at(-1);
  const lastKey = lastItem === undefined ? "" : keyOf(lastItem, items.length - 1);
  const knownLast = useRef(lastKey);
  const followed = useRef(follow);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    // A new message keeps a reader of the end at the end.
    if (knownLast.current !== lastKey && fromEnd && endsWithin(box, 400)) isAtEnd.current = true;
    knownLast.current = lastKey;
    if (followed.current !== follow) isAtEnd.current = true;
    followed.current = follow;
    const listTop = list.current?.offsetTop ?? 0;
    if (isAtEnd.current) box.scrollTop = box.scrollHeight;
    else if (anchor.current !== null) {
      const { key, offset } = anchor.current;
      const index = items.findIndex((item, at) => keyOf(item, at) === key);
      const wanted = (starts[index] ?? 0) + listTop + offset;
      if (index >= 0 && Math.abs(box.scrollTop - wanted) > 1) box.scrollTop = wanted;
    }
  });

  const see = () => {
    const box = scroller.current;
    if (box === null) return;
    isAtEnd.current = fromEnd && endsWithin(box, 40);
    hold();
    redraw();
  };
  /** Remembers the reading place, so that changes above do not move it. */
  const hold = () => {
    const box = scroller.current;
    if (box === null) return;
    const listTop = list.current?.offsetTop ?? 0;
    const index = Math.max(0, indexAt(starts, box.scrollTop - listTop));
    const item = items[index];
    // Nothing above the very top can move it.
    anchor.current =
      item === undefined || (box.scrollTop < listTop + 1 && !fromEnd)
        ? null
        : { key: keyOf(item, index), offset: box.scrollTop - listTop - (starts[index] ?? 0) };
  };

  const measured = useRef<ResizeObserver | null>(null);
  measured.current ??= new ResizeObserver((entries) => {
    let isChanged = false;
    for (const { target } of entries) {
      if (!(target instanceof HTMLElement)) continue;
      const key = target.dataset["key"];
      const height = target.offsetHeight;
      if (key === undefined || height === 0 || heights.current.get(key) === height) continue;
      heights.current.set(key, height);
      isChanged = true;
    }
    if (isChanged) redraw();
  });
  useEffect(() => {
    const box = scroller.current;
    // The window may resize the list.
    const resized = new ResizeObserver(() => redraw());
    if (box !== null) resized.observe(box);
    return () => {
      resized.disconnect();
      measured.current?.disconnect();
    };
  }, []);

  const isNear = items.length > 0 && (fromEnd ? view !== null && top < NEAR_PX : top + viewHeight > total - NEAR_PX);
  const loadsNext = isNear && nextPage?.exists === true && nextPage.error === null;
  useEffect(() => {
    if (loadsNext) void nextPage?.load();
    // Each page asks for the next one while its end is still near.
  }, [loadsNext, items.length]);

  useEffect(() => {
    const box = scroller.current;
    if (active === undefined || active < 0 || box === null) return;
    const begins = (starts[active] ?? 0) + (list.current?.offsetTop ?? 0);
    const ends = begins + (heights.current.get(keyOf(items[active] as Item, active)) ?? estimatePx);
    if (begins < box.scrollTop) box.scrollTop = begins;
    else if (ends > box.scrollTop + box.clientHeight) box.scrollTop = ends - box.clientHeight;
    // Only the keyboard moves the list, not a refresh.
  }, [active]);

  const next = nextPage === undefined ? null : <NextPageRow page={nextPage} />;
  return (
    <div
      ref={scroller}
      onScroll={see}
      // An item that is opened unfolds below its place, also at the end.
      onClickCapture={() => {
        isAtEnd.current = false;
        hold();
      }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      class={`relative min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-2 ${props.class ?? ""}`}
    >
      {fromEnd && next}
      <ul ref={list} aria-label={label} class="relative w-full" style={{ height: `${total}px` }}>
        {items.slice(first, last + 1).map((item, at) => {
          const index = first + at;
          const key = keyOf(item, index);
          return (
            <Row key={key} name={key} startPx={starts[index] ?? 0} observer={measured.current}>
              {render(item, index)}
            </Row>
          );
        })}
      </ul>
      {!fromEnd && next}
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly startPx: number;
  readonly observer: ResizeObserver | null;
  readonly children: ComponentChildren;
}

function Row({ name, startPx, observer, children }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null || observer === null) return;
    observer.observe(element);
    return () => observer.unobserve(element);
  }, [observer]);
  return (
    <li ref={row} data-key={name} class="absolute inset-x-0 top-0" style={{ transform: `translateY(${startPx}px)` }}>
      {children}
    </li>
  );
}

function endsWithin(box: HTMLElement, px: number): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight < px;
}

/** Returns the last item that begins at or above `at`, or -1 when there is none. */
function indexAt(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
