import { useEffect, useId, useRef, useState } from "preact/hooks";
import { request } from "../../../api/request.ts";
import { useMay, useSession } from "../../../api/session.tsx";
import type { CannedReply, Conversation } from "../../../api/types.ts";
import { send } from "../../../api/unsent.ts";
import { useApi } from "../../../api/use-api.ts";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/fields/field.tsx";
import { folded } from "../../../ui/folded.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useKeepClear } from "../../../ui/keep-clear.ts";
import { useShortcuts } from "../../../ui/shortcuts.ts";
import { useNow } from "../../../ui/values/clock.ts";
import { Countdown } from "../../../ui/values/time.tsx";
import { AttachedFiles } from "./attached-files.tsx";
import { CANNED, CannedList, filled, slashWord } from "./canned-list.tsx";
import { ComposerTools } from "./composer-tools.tsx";
import type { Draft } from "./draft.ts";
import { changeDraft, useDraft } from "./drafts.ts";
import { EmojiPanel } from "./emoji.tsx";
import { useEnter } from "./enter-choice.ts";
import { knownOf } from "./known-of.ts";
import { LazyCannedDialog } from "./lazy-canned-dialog.tsx";
import { repliesOf } from "./replies-of.ts";
import { TemplateForm } from "./template-form.tsx";
import { attach, useUploads } from "./uploads.ts";

const SOON_MS = 2 * 3_600_000;
/** The server refuses this long before WhatsApp does. */
const MARGIN_MS = 5 * 60_000;
/** The others are told again this often while a person writes. */
const WRITING_MS = 4_000;

/** How long words of our own may still leave; nothing or less when only a template may. */
export function freeFor({ windowClosesAt }: Conversation, now: number): number {
  return windowClosesAt === null ? -1 : Date.parse(windowClosesAt) - MARGIN_MS - now;
}

interface ComposerProps {
  readonly path: string;
  readonly conversation: Conversation;
  /** Something was sent: the end of the conversation comes into view. */
  readonly onSent: () => void;
}

/** The box for a reply to the customer or a note to the team. */
export function Composer({ path, conversation, onSent }: ComposerProps) {
  const text = useText("inbox");
  const mayOperate = useMay("operate");
  const draft = useDraft(conversation.id);
  const bar = useKeepClear<HTMLDivElement>();
  const leftMs = freeFor(conversation, useNow());
  if (!mayOperate) return null;
  const { isNote } = draft;
  const isShut = leftMs <= 0 && !isNote;
  return (
    <div ref={bar} class="border-t border-line bg-surface px-3 pt-2 pb-3 md:px-5">
      {leftMs > 0 && leftMs < SOON_MS && conversation.windowClosesAt !== null && (
        <p class="mb-2 flex items-center gap-2 rounded-md bg-warn-wash px-3 py-1.5 text-sm text-warn">
          <Icon name="clock" size={15} />
          {text.windowSoon} <Countdown to={conversation.windowClosesAt} />
        </p>
      )}
      <OtherWriter conversation={conversation} />
      <fieldset class="mb-2 flex gap-1" aria-label={text.replyTo}>
        {[false, true].map((note) => (
          <button
            key={String(note)}
            type="button"
            aria-pressed={isNote === note}
            onClick={() => changeDraft(conversation.id, () => ({ isNote: note }))}
            class={`flex h-7 items-center gap-1.5 rounded-full px-3 text-xs font-medium transition-colors ${
              isNote === note
                ? note
                  ? "bg-warn-wash text-warn"
                  : "bg-accent-wash text-accent"
                : "text-muted hover:bg-hover"
            }`}
          >
            <Icon name={note ? "note" : "conversation"} size={14} />
            {note ? text.modeNote : text.modeReply}
          </button>
        ))}
      </fieldset>
      {isShut ? (
        <TemplateForm path={path} conversation={conversation} draft={draft} onSent={onSent} />
      ) : (
        <Words path={path} conversation={conversation} draft={draft} onSent={onSent} />
      )}
    </div>
  );
}

/** Says that another person is writing here, before two answers leave. */
function OtherWriter({ conversation }: { readonly conversation: Conversation }) {
  const text = useText("inbox");
  const { actor } = useSession();
  const now = useNow();
  const { writing } = conversation;
  if (writing === null || writing.by === actor || now - Date.parse(writing.at) > 15_000) return null;
  return (
    <p role="status" class="mb-2 flex items-center gap-2 rounded-md bg-warn-wash px-3 py-1.5 text-sm text-warn">
      <Icon name="person" size={15} class="animate-breathe" />
      {text.otherWrites(writing.by)}
    </p>
  );
}

function Words({ path, conversation, draft, onSent }: ComposerProps & { readonly draft: Draft }) {
  const text = useText("inbox");
  const { actor } = useSession();
  const enter = useEnter();
  const listId = useId();
  const { id } = conversation;
  const { isNote, attached, quote } = draft;
  const words = isNote ? draft.note : draft.reply;
  const uploads = useUploads(id);
  const box = useRef<HTMLTextAreaElement>(null);
  const [isEmojiOpen, setEmojiOpen] = useState(false);
  const [isManaged, setManaged] = useState(false);
  const [slash, setSlash] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const canned = useApi<{ readonly items: readonly CannedReply[] }>(CANNED, {
    enabled: slash !== null && !isNote,
    pollMs: false,
  });
  const found =
    slash === null ? [] : (canned.data?.items ?? []).filter(({ shortcut, body }) => matches(slash, shortcut, body));
  const told = useTellingWriting(path);
  const setWords = (next: string) => changeDraft(id, ({ isNote: is }) => (is ? { note: next } : { reply: next }));
  useShortcuts({ r: () => box.current?.focus() });
  // A person who quotes goes on to write. A quote that a draft has kept asks for nothing.
  const quoted = useRef(quote);
  useEffect(() => {
    if (quote !== null && quote !== quoted.current) box.current?.focus();
    quoted.current = quote;
  }, [quote]);
  // The box grows with its words, up to a third of the window.
  useEffect(() => {
    const area = box.current;
    if (area === null) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 2, window.innerHeight / 3)}px`;
  }, [words, isNote]);

  const typed = (area: HTMLTextAreaElement) => {
    // What is typed while a message leaves begins a new one: its first blank belongs to neither.
    setWords(words === "" ? area.value.trimStart() : area.value);
    const word = isNote ? null : slashWord(area.value, area.selectionStart);
    if (word !== slash) setAt(0);
    setSlash(word);
    if (!isNote && area.value.trim() !== "") told();
  };
  /** Puts text where the cursor is, in place of the `behind` letters before it. */
  const insert = (added: string, behind = 0) => {
    const area = box.current;
    if (area === null) return;
    const cursor = area.selectionStart;
    const before = words.slice(0, cursor - behind);
    setWords(before + added + words.slice(area.selectionEnd));
    setSlash(null);
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(before.length + added.length, before.length + added.length);
    });
  };
  const shutEmoji = () => {
    setEmojiOpen(false);
    box.current?.focus();
  };
  const choose = (reply: CannedReply) =>
    insert(filled(reply.body, knownOf(conversation, actor)), (slash ?? "").length + 1);

  const isEmpty = words.trim() === "" && (isNote || attached.length === 0);
  const isUploading = !isNote && uploads.some(({ error }) => error === null);
  const submit = () => {
    if (isEmpty || isUploading) return;
    for (const reply of repliesOf(draft, { actor, takeOver: conversation.botEnabled }))
      send({ path, by: actor, ...reply });
    changeDraft(id, () => (isNote ? { note: "" } : { reply: "", attached: [], quote: null }));
    setEmojiOpen(false);
    onSent();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {!isNote && quote !== null && (
        <p class="mb-2 flex items-center gap-2 rounded-md border-l-4 border-accent bg-accent-wash py-1.5 pr-1 pl-3 text-sm">
          <Icon name="reply" size={15} class="shrink-0 text-accent" />
          <span class="min-w-0 flex-1 truncate">{quote.words}</span>
          <IconButton
            icon="close"
            label={text.quoteDrop}
            onClick={() => changeDraft(id, () => ({ quote: null }))}
            class="size-7"
          />
        </p>
      )}
      {!isNote && <AttachedFiles conversationId={id} attached={attached} />}
      {slash !== null && !isNote && canned.data !== undefined && (
        <CannedList
          id={listId}
          found={found}
          isFirst={canned.data.items.length === 0}
          at={at}
          onAt={setAt}
          onChoose={choose}
          onManage={() => setManaged(true)}
        />
      )}
      {isEmojiOpen && <EmojiPanel onChoose={(emoji) => insert(emoji)} onClose={shutEmoji} />}
      <div class="flex items-end gap-2">
        <TextArea
          boxRef={box}
          rows={2}
          maxLength={4_000}
          value={words}
          aria-label={isNote ? text.noteTo : text.replyTo}
          placeholder={isNote ? text.notePlaceholder : text.replyPlaceholder}
          aria-autocomplete={isNote ? undefined : "list"}
          aria-controls={slash === null ? undefined : listId}
          aria-activedescendant={slash === null || found.length === 0 ? undefined : `${listId}-${at}`}
          onInput={(event) => typed(event.currentTarget)}
          onBlur={() => setTimeout(() => setSlash(null), 200)}
          onPaste={(event) => {
            const files = event.clipboardData?.files;
            if (isNote || files === undefined || files.length === 0) return;
            event.preventDefault();
            attach(id, files);
          }}
          onKeyDown={(event) => {
            if (event.isComposing) return;
            const chosen = found[at];
            const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
            if (slash !== null && found.length > 0 && step !== 0) {
              event.preventDefault();
              return setAt((at + step + found.length) % found.length);
            }
            if (slash !== null && chosen !== undefined && (event.key === "Enter" || event.key === "Tab")) {
              event.preventDefault();
              return choose(chosen);
            }
            if (event.key === "Escape") {
              if (slash !== null) setSlash(null);
              else event.currentTarget.blur();
            }
            if (event.key !== "Enter" || event.shiftKey) return;
            if (enter === "send" || event.ctrlKey || event.metaKey) {
              event.preventDefault();
              submit();
            }
          }}
          class={`resize-none ${isNote ? "bg-warn-wash" : ""}`}
        />
        <Button type="submit" look="primary" icon={isNote ? "note" : "send"} isBusy={isUploading} disabled={isEmpty}>
          <span class="hidden sm:inline">{isNote ? text.saveNote : text.send}</span>
          <span class="sr-only sm:hidden">{isNote ? text.saveNote : text.send}</span>
        </Button>
      </div>
      <ComposerTools
        isNote={isNote}
        hint={conversation.botEnabled && !isNote ? text.replyWhileBot : null}
        isEmojiOpen={isEmojiOpen}
        onEmoji={() => setEmojiOpen(!isEmojiOpen)}
        onFiles={(files) => attach(id, files)}
        onCanned={() => {
          insert(words === "" || /\s$/.test(words) ? "/" : " /");
          setSlash("");
        }}
      />
      {isManaged && (
        <LazyCannedDialog
          words={words}
          onClose={() => {
            setManaged(false);
            requestAnimationFrame(() => box.current?.focus());
          }}
        />
      )}
    </form>
  );
}

function matches(typed: string, shortcut: string, body: string): boolean {
  const sought = folded(typed);
  return shortcut.startsWith(sought) || (sought.length > 2 && folded(body).includes(sought));
}

/** Returns a function that tells the others of a person who writes, at most every few seconds. */
function useTellingWriting(path: string): () => void {
  const { actor } = useSession();
  const toldAt = useRef(0);
  return () => {
    if (Date.now() - toldAt.current < WRITING_MS) return;
    toldAt.current = Date.now();
    // The others learn it with the next word; what is lost here harms nothing.
    request("POST", `${path}/writing`, { body: { actor } }).catch(() => undefined);
  };
}
