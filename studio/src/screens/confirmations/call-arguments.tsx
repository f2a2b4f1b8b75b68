import type { Confirmation } from "../../api/types.ts";
import { useText } from "../../text/use-text.ts";
import { useTechnical } from "../../ui/technical.ts";
import { Arguments } from "../../ui/values/arguments.tsx";
import { goodsOf, orderIdOf } from "./confirmation.ts";
import { useAmountWords } from "./use-amount-words.ts";

/** Exactly what a yes releases. An order's id says nothing to a person of the shop: whose it is, what it holds and how much it is do. */
export function CallArguments({ item }: { readonly item: Confirmation }) {
  const text = useText("confirmations");
  const isTechnical = useTechnical();
  const amountWords = useAmountWords(item.tool);
  const { order, contact, input } = item;
  const id = orderIdOf(input);
  const words = new Map<string, string>();
  if (id !== null && order !== null && !isTechnical) {
    words.set(id, [contact.name ?? text.somebody, ...goodsOf(order), amountWords(order.total)].join(" · "));
  }
  return <Arguments value={input} inWords words={words} />;
}
