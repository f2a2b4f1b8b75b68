import { useLayoutEffect, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { createStored, useStored } from "../stored.ts";
import { useText } from "../text/use-text.ts";
import { Button } from "../ui/button.tsx";
import { ABOVE_FOOT } from "../ui/keep-clear.ts";

const tour = createStored<"new" | "done">("recado.tour", (text) => (text === "done" ? "done" : "new"));

/** The address that each card opens; null when it opens none. */
const CARDS = [
  { key: 1, at: "/inbox" },
  { key: 2, at: "/sandbox" },
  { key: 3, at: "/confirmations" },
  { key: 4, at: null },
] as const;

/** The part of the frame that a card is about; null where this screen size or this face does not show it. */
function partOf(at: string | null): HTMLElement | null {
  const all = document.querySelectorAll<HTMLElement>(at === null ? "[data-tour=search]" : `nav a[href$="${at}"]`);
  return [...all].find(({ offsetParent }) => offsetParent !== null) ?? null;
}

/** Four cards in a corner, shown once. Each outlines what it tells of; they block nothing. */
export function Tour() {
  const text = useText("tour");
  const [, navigate] = useLocation();
  const [at, setAt] = useState(0);
  const card = CARDS[at];
  const isShown = useStored(tour) !== "done" && card !== undefined;
  useLayoutEffect(() => {
    if (!isShown) return;
    const part = partOf(card.at);
    part?.setAttribute("data-pointed-at", "");
    return () => part?.removeAttribute("data-pointed-at");
  }, [isShown, card]);
  if (!isShown) return null;
  const end = () => tour.set("done");
  const next = () => {
    const following = CARDS[at + 1];
    if (following === undefined) {
      end();
      return;
    }
    setAt(at + 1);
    if (following.at !== null) navigate(following.at);
  };
  const isLast = at === CARDS.length - 1;
  return (
    <aside
      aria-label={text.label}
      class={`fixed right-4 z-30 w-[calc(100vw-2rem)] max-w-sm animate-rise rounded-xl border border-line bg-raised p-4 shadow-float md:right-6 ${ABOVE_FOOT}`}
    >
      <p class="text-2xs text-muted">{text.position(at + 1, CARDS.length)}</p>
      <h2 class="mt-0.5 font-semibold">{text[`title${card.key}`]}</h2>
      <p class="mt-1 text-sm text-pretty text-soft">{text[`text${card.key}`]}</p>
      <div class="mt-3 flex justify-end gap-2">
        {!isLast && (
          <Button small look="quiet" onClick={end}>
            {text.skip}
          </Button>
        )}
        <Button small look="primary" onClick={next}>
          {isLast ? text.done : text.next}
        </Button>
      </div>
    </aside>
  );
}
