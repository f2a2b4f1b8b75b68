import { useRef, useState } from "preact/hooks";
import { useSession } from "../../api/session.tsx";
import type { Conversation } from "../../api/types.ts";
import { useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { useReason } from "../../ui/error-state.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";

interface TemplateFormProps {
  readonly path: string;
  readonly conversation: Conversation;
}

/** The operator may send only an approved template outside the 24-hour window. */
export function TemplateForm({ path, conversation }: TemplateFormProps) {
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

/** What a person typed while `sent` was on its way. */
function unsentOf(typed: string, sent: string): string {
  return typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed;
}
