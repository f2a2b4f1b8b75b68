import type { OpenReminder } from "../../core/outbound/reminder.ts";
import { plainText } from "../../core/plain-text.ts";

export type Chosen =
  | { readonly kind: "one"; readonly reminder: OpenReminder }
  | { readonly kind: "none" }
  | { readonly kind: "several"; readonly reminders: readonly OpenReminder[] };

/**
 * The reminder that the words name. Without a word it is the one that was spoken of last, else the
 * only one.
 */
export function chooseReminder(open: readonly OpenReminder[], words: string, lastKey: string | undefined): Chosen {
  const wanted = words.split(" ").filter((word) => word.length > 1);
  if (wanted.length === 0) {
    const last = open.find(({ key }) => key === lastKey);
    return last === undefined ? chosenOf(open) : { kind: "one", reminder: last };
  }
  const shares = open.map(({ text }) => {
    const said = plainText(text).split(" ");
    return wanted.filter((word) => said.includes(word)).length;
  });
  const best = Math.max(0, ...shares);
  return best === 0 ? { kind: "none" } : chosenOf(open.filter((_, index) => shares[index] === best));
}

function chosenOf(reminders: readonly OpenReminder[]): Chosen {
  const [first] = reminders;
  if (first === undefined) return { kind: "none" };
  return reminders.length === 1 ? { kind: "one", reminder: first } : { kind: "several", reminders };
}
