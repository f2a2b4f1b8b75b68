import { useMay } from "../../../api/session.tsx";
import type { AgentSummary } from "../../../api/types.ts";
import { useApi } from "../../../api/use-api.ts";
import { useText } from "../../../text/use-text.ts";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { rareFilterNames } from "./rare-filters.ts";
import { SavedViews } from "./saved-views.tsx";
import type { Filter, Selection } from "./selection.ts";

const RARE: readonly Filter[] = ["human", "bot", "unassigned", "snoozed", "resolved"];

interface ViewMenuProps {
  readonly selection: Selection;
  readonly onChoose: (selection: Selection) => void;
  readonly onSelectMany: () => void;
}

/** The filters that are needed seldom, one person's or agent's conversations, and the views that the shop has saved. */
export function ViewMenu({ selection, onChoose, onSelectMany }: ViewMenuProps) {
  const text = useText("inbox");
  const names = rareFilterNames(text);
  const mayOperate = useMay("operate");
  return (
    <Menu icon="filter" label={text.moreFilters}>
      {(close) => {
        const choose = (next: Selection) => {
          close();
          onChoose(next);
        };
        return (
          <div class="max-h-[60dvh] overflow-y-auto">
            {RARE.map((filter) => (
              <MenuItem
                key={filter}
                isChosen={selection.filter === filter}
                onClick={() => choose({ ...selection, filter })}
              >
                {names[filter]}
              </MenuItem>
            ))}
            <OfWhom selection={selection} onChoose={choose} />
            <SavedViews selection={selection} onChoose={choose} />
            {mayOperate && (
              <MenuItem
                icon="checks"
                onClick={() => {
                  close();
                  onSelectMany();
                }}
              >
                {text.selectMany}
              </MenuItem>
            )}
          </div>
        );
      }}
    </Menu>
  );
}

interface PartProps {
  readonly selection: Selection;
  readonly onChoose: (selection: Selection) => void;
}

function OfWhom({ selection, onChoose }: PartProps) {
  const text = useText("inbox");
  const people = useApi<{ readonly items: readonly string[] }>("/internal/agent/inbox/people", { pollMs: false });
  const agents = useApi<{ readonly items: readonly AgentSummary[] }>("/internal/agent/agents", { pollMs: false });
  const known = agents.data?.items ?? [];
  return (
    <>
      {(people.data?.items.length ?? 0) > 0 && (
        <p class="px-2.5 pt-2 pb-1 text-2xs font-semibold text-muted">{text.ofPerson}</p>
      )}
      {people.data?.items.slice(0, 20).map((name) => (
        <MenuItem
          key={name}
          icon="person"
          isChosen={selection.assignee === name}
          onClick={() => onChoose({ ...selection, assignee: selection.assignee === name ? null : name })}
        >
          {name}
        </MenuItem>
      ))}
      {known.length > 1 && <p class="px-2.5 pt-2 pb-1 text-2xs font-semibold text-muted">{text.ofAgent}</p>}
      {known.length > 1 &&
        known.map(({ id, name }) => (
          <MenuItem
            key={id}
            icon="bot"
            isChosen={selection.agent === id}
            onClick={() => onChoose({ ...selection, agent: selection.agent === id ? null : id })}
          >
            {name}
          </MenuItem>
        ))}
    </>
  );
}
