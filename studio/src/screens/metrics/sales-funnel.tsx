import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { Money } from "../../api/types.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Panel } from "../../ui/screen.tsx";
import { useNumbers } from "../../ui/values/number.ts";
import { inOrderOfSale } from "./insight.ts";

/** Where the conversations of these days stand. Each stage opens those that stand there. */
export function SalesFunnel({ money: { funnel } }: { readonly money: Pick<Money, "funnel"> }) {
  const text = useText("money");
  const codes = useCodes();
  const numbers = useNumbers();
  const stages = inOrderOfSale(funnel, Object.keys(useText("codes")));
  const [open, setOpen] = useState<string | null>(null);
  const all = funnel.reduce((sum, { sessions }) => sum + sessions, 0);
  const most = Math.max(1, ...funnel.map(({ sessions }) => sessions));
  return (
    <Panel title={text.funnel}>
      <p class="px-4 pt-3 text-xs text-muted">{funnel.length === 0 ? text.nothing : text.funnelAbout}</p>
      <ul class="flex flex-col gap-1 px-2 py-3 text-sm">
        {stages.map(({ mode, sessions, conversations }) => (
          <li key={mode}>
            <button
              type="button"
              aria-expanded={open === mode}
              onClick={() => setOpen(open === mode ? null : mode)}
              class="relative flex w-full items-baseline justify-between gap-4 overflow-hidden rounded-md px-2 py-1.5 text-left hover:bg-hover"
            >
              <span
                aria-hidden="true"
                class="absolute inset-y-0 left-0 bg-accent-wash"
                style={{ width: `${(sessions / most) * 100}%` }}
              />
              <span class="relative min-w-0 truncate">{codes.mode(mode)}</span>
              <span class="relative shrink-0">
                <b class="font-semibold">{numbers.count(sessions)}</b>{" "}
                <span class="text-xs text-soft">{text.ofAll(numbers.percent(sessions / all))}</span>
              </span>
            </button>
            {open === mode && (
              <ul class="flex flex-wrap gap-x-3 gap-y-1 px-2 py-2 text-sm">
                {conversations.map(({ id, name }) => (
                  <li key={id}>
                    <Link href={`/conversations/${id}`} class="text-accent hover:underline">
                      <span data-private>{name ?? text.someone}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
