import type { Agent } from "../../api/types.ts";
import { useText } from "../../text/use-text.ts";
import { Panel } from "../../ui/screen.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { useMoney } from "../../ui/values/money.ts";

/** What the agent sells and for how much, and where that is changed: no screen and no model sets a price. */
export function PricesCard({ agent }: { readonly agent: Agent }) {
  const text = useText("agents");
  const money = useMoney(agent.id);
  const isTechnical = useTechnical();
  if (agent.catalogue === null) return null;
  const { packs, extras } = agent.catalogue;
  const list = (
    title: string,
    items: readonly { readonly name: string; readonly price: number; readonly id?: string }[],
  ) => (
    <section aria-label={title}>
      {extras.length > 0 && <h3 class="px-4 pt-3 text-xs font-medium text-muted">{title}</h3>}
      <ul class="divide-y divide-line text-sm">
        {items.map(({ id, name, price }) => (
          <li key={id ?? name} class="flex justify-between gap-3 px-4 py-2.5">
            <span>
              {name} {isTechnical && id !== undefined && <span class="font-mono text-xs text-muted">{id}</span>}
            </span>
            <b class="font-semibold whitespace-nowrap">{money(price)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
  return (
    <Panel title={text.prices}>
      {list(text.packs, packs)}
      {extras.length > 0 && list(text.extras, extras)}
      <div class="flex flex-col gap-2 border-t border-line px-4 py-3 text-sm text-pretty text-muted">
        <p>{text.pricesWhere(agent.name)}</p>
        <p>{text.pricesKept}</p>
      </div>
    </Panel>
  );
}
