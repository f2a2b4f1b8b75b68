import { useState } from "preact/hooks";
import { useMay, useSession } from "../../../api/session.tsx";
import type { InboxView } from "../../../api/types.ts";
import { useApi, useCommand } from "../../../api/use-api.ts";
import { useText } from "../../../text/use-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Input } from "../../../ui/fields/field.tsx";
import { MenuItem } from "../../../ui/menu.tsx";
import { useFail } from "../../../ui/states/use-fail.ts";
import { type Selection, selectionOf } from "./selection.ts";

const VIEWS = "/internal/agent/inbox/views";

interface SavedViewsProps {
  readonly selection: Selection;
  readonly onChoose: (selection: Selection) => void;
}

/** The views of the shop and the person's own: to choose, save, rename, share and delete. */
export function SavedViews({ selection, onChoose }: SavedViewsProps) {
  const text = useText("inbox");
  const { actor } = useSession();
  const mayOperate = useMay("operate");
  const [changed, setChanged] = useState<string | null>(null);
  const { data } = useApi<{ readonly items: readonly InboxView[] }>(VIEWS, { pollMs: false });
  const fail = useFail();
  const command = useCommand([VIEWS]);
  const { filter, assignee, agent } = selection;
  const query = { filter, ...(assignee === null ? {} : { assignee }), ...(agent === null ? {} : { agent }) };
  return (
    <>
      <p class="px-2.5 pt-2 pb-1 text-2xs font-semibold text-muted">{text.views}</p>
      {data?.items.map((view) =>
        view.id === changed ? (
          <ViewForm
            key={view.id}
            name={view.name}
            isOwn={view.isOwn}
            isBusy={command.isPending}
            onSave={(body, done) =>
              command.mutate(
                { method: "PATCH", path: `${VIEWS}/${view.id}`, body: { ...body, actor } },
                {
                  onSuccess: () => {
                    done();
                    setChanged(null);
                  },
                  onError: fail,
                },
              )
            }
          />
        ) : (
          <div key={view.id} class="flex">
            <div class="grid min-w-0 flex-1">
              <MenuItem icon="filter" onClick={() => onChoose(selectionOf(view.query))}>
                {view.name} {view.isOwn && <Badge>{text.viewIsOwn}</Badge>}
              </MenuItem>
            </div>
            {mayOperate && (
              <>
                <IconButton icon="note" label={text.viewChange(view.name)} onClick={() => setChanged(view.id)} />
                <IconButton
                  icon="trash"
                  label={text.viewDelete(view.name)}
                  onClick={() => command.mutate({ method: "DELETE", path: `${VIEWS}/${view.id}` }, { onError: fail })}
                />
              </>
            )}
          </div>
        ),
      )}
      {mayOperate && changed === null && (
        <ViewForm
          name=""
          isOwn={false}
          isBusy={command.isPending}
          onSave={(body, done) =>
            command.mutate({ path: VIEWS, body: { ...body, query, actor } }, { onSuccess: done, onError: fail })
          }
        />
      )}
    </>
  );
}

interface ViewFormProps {
  readonly name: string;
  readonly isOwn: boolean;
  readonly isBusy: boolean;
  readonly onSave: (view: Pick<InboxView, "name" | "isOwn">, done: () => void) => void;
}

function ViewForm({ name, isOwn, isBusy, onSave }: ViewFormProps) {
  const text = useText("inbox");
  const [typed, setTyped] = useState(name);
  const [own, setOwn] = useState(isOwn);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    onSave({ name: typed.trim(), isOwn: own }, () => setTyped(""));
  };
  return (
    <form onSubmit={save} class="flex flex-wrap gap-1 px-1 pb-1">
      <Input
        value={typed}
        maxLength={60}
        required
        aria-label={text.viewName}
        placeholder={text.viewName}
        onInput={(event) => setTyped(event.currentTarget.value)}
        class="h-8 min-w-0 flex-1"
      />
      <Button small type="submit" isBusy={isBusy} disabled={typed.trim() === ""}>
        {text.viewSave}
      </Button>
      <label class="flex w-full items-center gap-2 px-1.5 py-1 text-xs text-soft">
        <input
          type="checkbox"
          checked={own}
          onChange={(event) => setOwn(event.currentTarget.checked)}
          class="size-4 accent-accent"
        />
        {text.viewOwn}
      </label>
    </form>
  );
}
