import type { useText } from "../../../text/use-text.ts";
import type { Filter } from "./selection.ts";

type InboxText = ReturnType<typeof useText<"inbox">>;

/** Names the filters that stand behind the menu and not in the tabs. */
export function rareFilterNames(text: InboxText): Readonly<Partial<Record<Filter, string>>> {
  return {
    human: text.filterHuman,
    bot: text.filterBot,
    unassigned: text.filterUnassigned,
    snoozed: text.filterSnoozed,
    resolved: text.filterResolved,
  };
}
