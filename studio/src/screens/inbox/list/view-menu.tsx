import { useState } from "preact/hooks";
import { useMay, useSession } from "../../../api/session.tsx";
import type { AgentSummary, InboxView } from "../../../api/types.ts";
import { useApi, useCommand } from "../../../api/use-api.ts";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Input } from "../../../ui/fields/field.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { useFail } from "../../../ui/states/use-fail.ts";
import { rareFilterNames } from "./rare-filters.ts";
import { type Filter, type Selection, selectionOf } from "./selection.ts";

const VIEWS = "/internal/agent/inbox/views";
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
            <Views selection={selection} onChoose={choose} />
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

function Views({ selection, onChoose }: PartProps) {
  const text = useText("inbox");
  const { actor } = useSession();
  const mayOperate = useMay("operate");
  const [name, setName] = useState("");
  const { data } = useApi<{ readonly items: readonly InboxView[] }>(VIEWS, { pollMs: false });
  const fail = useFail();
  const command = useCommand([VIEWS]);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const { filter, assignee, agent } = selection;
    const query = { filter, ...(assignee === null ? {} : { assignee }), ...(agent === null ? {} : { agent }) };
    command.mutate(
      { path: VIEWS, body: { name: name.trim(), query, actor } },
      { onSuccess: () => setName(""), onError: fail },
    );
  };
  return (
    <>
      <p class="px-2.5 pt-2 pb-1 text-2xs font-semibold text-muted">{text.views}</p>
      {data?.items.map((view) => (
        <div key={view.id} class="flex">
          <div class="min-w-0 flex-1">
            <MenuItem icon="filter" onClick={() => onChoose(selectionOf(view.query))}>
              {view.name}
            </MenuItem>
          </div>
          {mayOperate && (
            <IconButton
              icon="trash"
              label={text.viewDelete(view.name)}
              onClick={() => command.mutate({ method: "DELETE", path: `${VIEWS}/${view.id}` })}
            />
          )}
        </div>
      ))}
      {mayOperate && (
        <form onSubmit={save} class="flex gap-1 px-1 pb-1">
          <Input
            value={name}
            maxLength={60}
            required
            aria-label={text.viewName}
            placeholder={text.viewName}
            onInput={(event) => setName(event.currentTarget.value)}
            class="h-8"
          />
          <Button small type="submit" isBusy={command.isPending} disabled={name.trim() === ""}>
            {text.viewSave}
          </Button>
        </form>
      )}
    </>
  );
}
