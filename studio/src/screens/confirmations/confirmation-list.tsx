import { useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import type { Confirmation } from "../../api/types.ts";
import { useCommand, usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { More } from "../../ui/lists/more.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { CallArguments } from "./call-arguments.tsx";
import { isDestructive } from "./confirmation.ts";
import { ConfirmationCard } from "./confirmation-card.tsx";
import { useDeed } from "./use-deed.ts";

const PATH = "/internal/agent/confirmations";

interface Deciding {
  readonly item: Confirmation;
  readonly decision: "approve" | "deny";
}

/**
 * Open questions, the one that expires first on top. The keys `a` and `d` answer the chosen one.
 */
export function ConfirmationList({ isDecided }: { readonly isDecided: boolean }) {
  const text = useText("confirmations");
  const deedOf = useDeed();
  const { actor } = useSession();
  const mayDecide = useMay("operate");
  const [chosen, setChosen] = useState(0);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const pages = usePages<Confirmation>(PATH, { query: isDecided ? {} : { status: "pending" } });
  const decide = useCommand([PATH, "/internal/agent/runs", "/internal/agent/inbox"]);
  const items = isDecided
    ? pages.items?.filter(({ status }) => status !== "pending")
    : pages.items?.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt));
  const at = Math.min(chosen, (items?.length ?? 1) - 1);
  const ask = (decision: Deciding["decision"], item = items?.[at]) => {
    if (item === undefined || isDecided || !mayDecide || item.audience !== "operator") return;
    decide.reset();
    setDeciding({ item, decision });
  };
  const move = (step: number) => {
    const next = Math.max(0, Math.min((items?.length ?? 1) - 1, at + step));
    setChosen(next);
    const id = items?.[next]?.id;
    if (id !== undefined) document.querySelector(`[data-confirmation="${id}"]`)?.scrollIntoView({ block: "nearest" });
  };
  useShortcuts({ j: () => move(1), k: () => move(-1), a: () => ask("approve"), d: () => ask("deny") });

  if (items === undefined) {
    return <AnswerPending answer={pages} rows={3} />;
  }
  const act = (note: string | undefined) => {
    if (deciding === null) return;
    const { item, decision } = deciding;
    decide.mutate(
      {
        path: `/internal/agent/runs/${item.runId}/confirm`,
        body: { decision, actor, note, argumentsHash: item.argumentsHash },
      },
      {
        onSuccess: () => {
          setDeciding(null);
          toast(decision === "approve" ? text.approved : text.denied);
        },
      },
    );
  };
  return (
    <div class="mx-auto flex max-w-3xl flex-col gap-4 pt-4">
      {items.length === 0 && (
        <Empty
          icon="confirmations"
          title={isDecided ? text.noneDecidedTitle : text.nothingTitle}
          text={isDecided ? text.noneDecidedText : text.nothingText}
        />
      )}
      {items.map((item, index) => (
        <ConfirmationCard
          key={item.id}
          item={item}
          isChosen={!isDecided && items.length > 1 && index === at}
          onDecide={(decision) => ask(decision, item)}
        />
      ))}
      <More page={pages.nextPage} />
      {deciding !== null && (
        <NoteDialog
          title={(deciding.decision === "approve" ? text.approveTitle : text.denyTitle)(deedOf(deciding.item))}
          action={deciding.decision === "approve" ? text.approve : text.deny}
          look={(deciding.decision === "approve") === isDestructive(deciding.item.tool) ? "danger" : "primary"}
          // "Cancelar" beside a question about cancelling would be an answer to it.
          dismiss={text.later}
          isBusy={decide.isPending}
          error={decide.error}
          onClose={() => setDeciding(null)}
          onAct={act}
        >
          {deciding.decision === "approve" && isDestructive(deciding.item.tool) && (
            <p class="text-sm text-bad">{text.destroys}</p>
          )}
          <p class="text-sm text-soft">{deciding.decision === "approve" ? text.approveText : text.denyText}</p>
          <div class="rounded-lg bg-sunken px-4 py-3">
            <CallArguments item={deciding.item} />
          </div>
        </NoteDialog>
      )}
    </div>
  );
}
