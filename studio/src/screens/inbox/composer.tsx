import { useEffect, useRef, useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import type { Conversation } from "../../api/types.ts";
import { useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { useNow } from "../../ui/clock.ts";
import { useReason } from "../../ui/error-state.tsx";
import { Field, Input, TextArea } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Countdown } from "../../ui/time.tsx";

const SOON_MS = 2 * 3_600_000;
/** The server refuses this long before WhatsApp does. */
const MARGIN_MS = 5 * 60_000;

interface ComposerProps {
  readonly path: string;
  readonly conversation: Conversation;
}

/** The box for a reply to the customer or a note to the team. */
export function Composer({ path, conversation }: ComposerProps) {
  const text = useText("inbox");
  const mayOperate = useMay("operate");
  const [isNote, setNote] = useState(false);
  const leftMs =
    conversation.windowClosesAt === null ? -1 : Date.parse(conversation.windowClosesAt) - MARGIN_MS - useNow();
  if (!mayOperate) return null;
  const isShut = leftMs <= 0 && !isNote;
  return (
    <div class="border-t border-line bg-surface px-3 pt-2 pb-3 md:px-5">
      {leftMs > 0 && leftMs < SOON_MS && conversation.windowClosesAt !== null && (
        <p class="mb-2 flex items-center gap-2 rounded-md bg-warn-wash px-3 py-1.5 text-sm text-warn">
          <Icon name="clock" size={15} />
          {text.windowSoon} <Countdown to={conversation.windowClosesAt} />
        </p>
      )}
      <fieldset class="mb-2 flex gap-1" aria-label={text.replyTo}>
        {[false, true].map((note) => (
          <button
            key={String(note)}
            type="button"
            aria-pressed={isNote === note}
            onClick={() => setNote(note)}
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
        <TemplateForm path={path} conversation={conversation} />
      ) : (
        <Words path={path} conversation={conversation} isNote={isNote} />
      )}
    </div>
  );
}

/**
 * The same words under one key are one message. A key therefore lives until its words are sent or
 * changed.
 */
function useKey(): { readonly key: () => string; readonly renew: () => void } {
  const key = useRef<string | null>(null);
  return {
    key: () => {
      key.current ??= crypto.randomUUID();
      return key.current;
    },
    renew: () => {
      key.current = null;
    },
  };
}

function Words({ path, conversation, isNote }: ComposerProps & { readonly isNote: boolean }) {
  const text = useText("inbox");
  const { actor } = useSession();
  const [words, setWords] = useState("");
  const { key, renew } = useKey();
  const command = useCommand([path, "/internal/agent/inbox"]);
  const reason = useReason(command.error);
  const box = useRef<HTMLTextAreaElement>(null);
  // The box grows with its words, up to a third of the window.
  useEffect(() => {
    const area = box.current;
    if (area === null) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 2, window.innerHeight / 3)}px`;
  }, [words]);
  const send = () => {
    if (words.trim() === "" || command.isPending) return;
    const said = { text: words.trim(), idempotencyKey: key(), actor };
    command.mutate(
      isNote
        ? { path: `${path}/notes`, body: said }
        : { path: `${path}/messages`, body: { ...said, takeOver: conversation.botEnabled } },
      {
        onSuccess: () => {
          setWords((now) => unsentOf(now, words));
          renew();
        },
      },
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div class="flex items-end gap-2">
        <TextArea
          boxRef={box}
          rows={2}
          maxLength={4_000}
          value={words}
          aria-label={isNote ? text.noteTo : text.replyTo}
          placeholder={isNote ? text.notePlaceholder : text.replyPlaceholder}
          onInput={(event) => {
            setWords(event.currentTarget.value);
            renew();
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              send();
            }
            if (event.key === "Escape") event.currentTarget.blur();
          }}
          class={`resize-none ${isNote ? "bg-warn-wash" : ""}`}
        />
        <Button
          type="submit"
          look="primary"
          icon={isNote ? "note" : "send"}
          isBusy={command.isPending}
          disabled={words.trim() === ""}
        >
          <span class="hidden sm:inline">{isNote ? text.saveNote : text.send}</span>
          <span class="sr-only sm:hidden">{isNote ? text.saveNote : text.send}</span>
        </Button>
      </div>
      <p class="mt-1.5 text-xs text-muted" aria-live="polite">
        {command.error !== null ? (
          <span class="text-bad">{reason}</span>
        ) : conversation.botEnabled && !isNote ? (
          text.replyWhileBot
        ) : (
          text.sendHint
        )}
      </p>
    </form>
  );
}

/** The operator may send only an approved template outside the 24-hour window. */
function TemplateForm({ path, conversation }: ComposerProps) {
  const text = useText("inbox");
  const { actor } = useSession();
  const [name, setName] = useState("");
  const [language, setLanguage] = useState("es");
  const { key, renew } = useKey();
  const command = useCommand([path, "/internal/agent/inbox"]);
  const reason = useReason(command.error);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const template = { name: name.trim(), language: language.trim() };
    command.mutate(
      { path: `${path}/messages`, body: { template, idempotencyKey: key(), actor, takeOver: conversation.botEnabled } },
      {
        onSuccess: () => {
          setName((now) => unsentOf(now, name));
          renew();
        },
      },
    );
  };
  return (
    <form onSubmit={send} class="rounded-lg bg-warn-wash p-4">
      <h3 class="flex items-center gap-2 text-sm font-semibold text-warn">
        <Icon name="clock" size={16} />
        {text.windowShutTitle}
      </h3>
      <p class="mt-0.5 mb-3 text-sm text-soft">{text.windowShutText}</p>
      <div class="flex flex-wrap items-end gap-2">
        <div class="min-w-40 flex-1">
          <Field label={text.templateName} error={command.error === null ? null : reason}>
            {(wiring) => (
              <Input
                {...wiring}
                value={name}
                required
                spellcheck={false}
                autocapitalize="off"
                onInput={(event) => {
                  setName(event.currentTarget.value);
                  renew();
                }}
              />
            )}
          </Field>
        </div>
        <div class="w-24">
          <Field label={text.templateLanguage}>
            {(wiring) => (
              <Input
                {...wiring}
                value={language}
                required
                onInput={(event) => {
                  setLanguage(event.currentTarget.value);
                  renew();
                }}
              />
            )}
          </Field>
        </div>
        <Button type="submit" look="primary" icon="send" isBusy={command.isPending} disabled={name.trim() === ""}>
          {text.sendTemplate}
        </Button>
      </div>
    </form>
  );
}

/** What a person typed while `sent` was on its way. */
function unsentOf(typed: string, sent: string): string {
  return typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed;
}
