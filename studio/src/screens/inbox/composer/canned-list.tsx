import { useEffect, useRef } from "preact/hooks";
import type { CannedReply } from "../../../api/types.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";

export const CANNED = "/internal/agent/canned-replies";

interface CannedListProps {
  readonly id: string;
  readonly found: readonly CannedReply[];
  /** The shop has written none yet. */
  readonly isFirst: boolean;
  readonly at: number;
  readonly onAt: (at: number) => void;
  readonly onChoose: (reply: CannedReply) => void;
  readonly onManage: () => void;
}

/** The texts that begin with what was typed after the slash. Arrow keys move in it, from the box. */
export function CannedList({ id, found, isFirst, at, onAt, onChoose, onManage }: CannedListProps) {
  const text = useText("inbox");
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div class="mb-2 animate-rise overflow-hidden rounded-lg border border-line bg-raised shadow-float">
      {found.length === 0 ? (
        <p class="px-3 py-3 text-sm text-muted">{isFirst ? text.cannedFirst : text.cannedNone}</p>
      ) : (
        <div ref={list} id={id} role="listbox" aria-label={text.canned} class="max-h-56 overflow-y-auto p-1">
          {found.map((reply, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the box that has the focus
            <div
              key={reply.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onClick={() => onChoose(reply)}
              onPointerMove={() => onAt(index)}
              class={`cursor-pointer rounded-md px-3 py-1.5 text-sm ${index === at ? "bg-accent-wash" : ""}`}
            >
              <span class="font-mono text-xs text-accent">/{reply.shortcut}</span>
              <span class="ml-2 line-clamp-2 text-soft">{reply.body}</span>
            </div>
          ))}
        </div>
      )}
      <div class="flex justify-end border-t border-line p-1">
        <Button small look="quiet" icon="note" onClick={onManage}>
          {text.cannedManage}
        </Button>
      </div>
    </div>
  );
}

/** What stands between the slash before the cursor and the cursor; null when no text is being chosen. */
export function slashWord(words: string, cursor: number): string | null {
  return /(?:^|\s)\/([\p{L}\p{N}-]{0,40})$/u.exec(words.slice(0, cursor))?.[1] ?? null;
}

/** Puts what is known into a text. What is not known stays as a hole, which the server does not send. */
export function filled(body: string, known: Readonly<Record<string, string>>): string {
  return body.replace(/\{\{\s*([\p{L}\p{N}_]+)\s*\}\}/gu, (hole, name: string) => known[name.toLowerCase()] ?? hole);
}
