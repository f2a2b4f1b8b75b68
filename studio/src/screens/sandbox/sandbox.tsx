import { useEffect, useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { useMay } from "../../api/session.tsx";
import { useApi } from "../../api/use-api.ts";
import { useStored } from "../../stored.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Screen } from "../../ui/screen.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../ui/states/skeleton.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { RemoveExamples } from "./examples.tsx";
import { Panel } from "./panel.tsx";
import { type Choices, create, lastAgent, openPanels, PATH } from "./sandbox-api.ts";

/** More panels cannot be compared at a glance. */
const MOST_PANELS = 3;

export default function Sandboxes() {
  const text = useText("sandbox");
  const mayTry = useMay("operate");
  const choices = useApi<Choices>(`${PATH}/choices`, { enabled: mayTry, pollMs: false });
  const known = choices.data;
  const ids = useStored(openPanels).split(" ").filter(Boolean);
  const [failure, setFailure] = useState<unknown>(null);
  const show = (next: readonly string[]) => openPanels.set(next.slice(0, MOST_PANELS).join(" "));
  const first = choices.data?.agents[0]?.id;

  const openOne = async (): Promise<void> => {
    if (choices.data === undefined || first === undefined) return;
    setFailure(null);
    const known = choices.data.agents.some(({ id }) => id === lastAgent.get());
    try {
      const { id } = await create(known ? lastAgent.get() : first);
      show([...ids, id]);
    } catch (error) {
      setFailure(error);
    }
  };
  // A first visit opens a conversation, not a form.
  useEffect(() => {
    if (ids.length === 0 && choices.data !== undefined) void openOne();
  }, [ids.length, choices.data === undefined]);

  if (!mayTry) return <Empty icon="sandbox" title={text.title} text={text.onlyOperators} />;
  const replace = (from: string, to: string | null) => {
    show(ids.flatMap((id) => (id === from ? (to ?? []) : id)));
    // The sandbox may be gone already: the server drops one that is not used for long.
    void request("DELETE", `${PATH}/${from}`).catch(() => undefined);
  };
  const fork = (from: string, to: string) => {
    const at = ids.indexOf(from);
    show([...ids.slice(0, at + 1), to, ...ids.slice(at + 1)]);
    toast(text.forked);
  };
  return (
    <Screen
      title={text.title}
      about={text.about}
      actions={
        <>
          <RemoveExamples />
          <Button
            icon="plus"
            disabled={ids.length >= MOST_PANELS || choices.data === undefined}
            onClick={() => void openOne()}
          >
            {text.addPanel}
          </Button>
        </>
      }
    >
      {failure !== null || choices.error !== null ? (
        <ErrorState
          error={failure ?? choices.error}
          onRetry={() => (choices.data === undefined ? choices.refetch() : openOne())}
        />
      ) : ids.length === 0 || known === undefined ? (
        <SkeletonRows />
      ) : (
        <div class="flex min-h-0 flex-col gap-4 md:h-full lg:flex-row">
          {ids.map((id) => (
            <Panel
              key={id}
              id={id}
              isAlone={ids.length === 1}
              choices={known}
              onReplace={(next) => replace(id, next)}
              onGone={() => show(ids.filter((one) => one !== id))}
              onFork={(to) => fork(id, to)}
            />
          ))}
        </div>
      )}
    </Screen>
  );
}
