import { discard, sendAgain, type Unsent } from "../../../api/unsent.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { changeDraft } from "../composer/drafts.ts";
import { ContentView } from "./content-view.tsx";

interface UnsentBubbleProps {
  readonly unsent: Unsent;
  readonly conversationId: string;
  readonly isLost: boolean;
}

/** A message that the server has not taken: on its way, waiting for the server, or refused with the reason. */
export function UnsentBubble({ unsent, conversationId, isLost }: UnsentBubbleProps) {
  const text = useText("inbox");
  const { refusal, key, kind, body } = unsent;
  const words = typeof body["text"] === "string" ? body["text"] : "";
  const takeBack = () => {
    changeDraft(conversationId, (before) =>
      kind === "notes" ? { note: before.note || words, isNote: true } : { reply: before.reply || words, isNote: false },
    );
    discard(key);
  };
  const isRefused = refusal !== null;
  return (
    <div class="flex justify-end">
      <div
        class={`max-w-[min(36rem,85%)] rounded-xl rounded-br-sm px-3.5 py-2 ${isRefused ? "border border-bad bg-bad-wash" : kind === "notes" ? "bg-warn-wash" : "bg-calm-wash"}`}
      >
        <ContentView content={unsent.content} />
        <p
          role="status"
          class={`mt-1 flex items-center justify-end gap-1 text-2xs ${isRefused ? "text-bad" : "text-muted"}`}
        >
          <Icon name={isRefused ? "warning" : "clock"} size={14} class={isRefused || isLost ? "" : "animate-breathe"} />
          {isRefused
            ? text.refused(reasonOf(refusal.code, refusal.detail, text))
            : isLost
              ? text.waitsForServer
              : text.statusInFlight}
        </p>
        {(isRefused || isLost) && (
          <p class="mt-1 flex flex-wrap justify-end gap-1">
            {isRefused && (
              <Button small icon="refresh" onClick={() => sendAgain(key)}>
                {text.sendAgain}
              </Button>
            )}
            <Button small look="quiet" icon="note" onClick={takeBack}>
              {text.takeBack}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

type InboxText = ReturnType<typeof useText<"inbox">>;

/** The refusals that a person meets, in words; any other in the server's own. */
function reasonOf(code: string, detail: string, text: InboxText): string {
  switch (code) {
    case "window_closed":
      return text.windowShutTitle;
    case "customer_opted_out":
      return text.refusedOptedOut;
    case "bot_answers":
      return text.refusedBotAnswers;
    case "forbidden":
      return text.refusedRole;
    default:
      return detail;
  }
}
