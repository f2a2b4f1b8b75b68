import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string;
  readonly render: (item: Item, index: number) => ComponentChildren;
  /** About how tall an item is, before it has been measured. */
  readonly estimatePx: number;
  readonly label: string;
  /** The end is near: more may be loaded. */
  readonly onEnd?: () => void;
  /** This one is kept in view when it changes (the keyboard moves through the list). */
  readonly active?: number;
  readonly class?: string;
  readonly header?: ComponentChildren;
  readonly footer?: ComponentChildren;
}

/** A list of any length of which only what is seen is in the page. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, render, estimatePx, label, onEnd, active } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    scroller,
    count: items.length,
    estimatePx,
    keyOf: (index) => {
      const item = items[index];
      return item === undefined ? String(index) : keyOf(item, index);
    },
  });
  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (onEnd !== undefined && items.length > 0 && last >= items.length - 8) onEnd();
  }, [last, items.length, onEnd]);
  useEffect(() => {
    if (active !== undefined && active >= 0) virtualizer.scrollToIndex(active, { align: "auto" });
  }, [active, virtualizer]);
  return (
    <div
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      class={`min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2 ${props.class ?? ""}`}
    >
      {props.header}
      <ul aria-label={label} class="relative w-full" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {shown.map(({ key, index, start }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <li
                key={key}
                data-index={index}
                ref={(element) => virtualizer.measureElement(element)}
                class="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                {render(item, index)}
              </li>
            )
          );
        })}
      </ul>
      {props.footer}
    </div>
  );
}

interface VirtualizerInput {
  readonly scroller: RefObject<HTMLElement>;
  readonly count: number;
  readonly estimatePx: number;
  readonly keyOf: (index: number) => string;
}

/** TanStack's virtualizer, which knows no framework, under Preact's hooks. */
export function useVirtualizer({ scroller, count, estimatePx, keyOf }: VirtualizerInput) {
  const [, render] = useReducer<number, void>((n) => n + 1, 0);
  const options: VirtualizerOptions<HTMLElement, HTMLElement> = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatePx,
    getItemKey: keyOf,
    overscan: 8,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => render(),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
