import { useState } from "preact/hooks";
import { useMay, useSession } from "../../../api/session.tsx";
import { send } from "../../../api/unsent.ts";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { changeDraft } from "../composer/drafts.ts";
import { EmojiList } from "../composer/emoji.tsx";

interface BubbleActionsProps {
  readonly conversationId: string;
  readonly path: string;
  readonly eventId: string;
  readonly words: string;
  readonly mayReact: boolean;
}

/** Quotes a customer's message, or reacts to it. Shown under the pointer and while it has the focus; always on phones. */
export function BubbleActions({ conversationId, path, eventId, words, mayReact }: BubbleActionsProps) {
  const text = useText("inbox");
  const mayOperate = useMay("operate");
  const { actor } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!mayOperate) return null;
  const react = (emoji: string) => {
    setOpen(false);
    send({
      ...{ path, by: actor, kind: "messages", body: { reaction: { to: eventId, emoji }, actor } },
      content: { type: "reaction", emoji },
    });
  };
  return (
    <span
      class={`flex items-center transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100 ${isOpen ? "" : "opacity-0"}`}
    >
      <IconButton
        icon="reply"
        label={text.quote}
        onClick={() =>
          changeDraft(conversationId, () => ({ isNote: false, quote: { id: eventId, words: words.slice(0, 200) } }))
        }
        class="size-7"
      />
      {mayReact && (
        <IconButton
          icon="smile"
          label={text.react}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          class="size-7"
        />
      )}
      {isOpen && <EmojiList label={text.react} isShort onChoose={react} onClose={() => setOpen(false)} />}
    </span>
  );
}
