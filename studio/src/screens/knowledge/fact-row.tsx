import { Link } from "wouter-preact";
import { useMay } from "../../api/session.tsx";
import type { RememberedFact } from "../../api/types.ts";
import { useFactNames } from "../../text/use-fact-names.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Covered } from "../../ui/values/phone.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";

/** What a fact is called in the language of the Studio. */
export function useFactName(): (fact: Pick<RememberedFact, "key" | "subject">) => string {
  const text = useText("memory");
  const factName = useFactNames();
  return ({ key, subject }) => {
    const label = factName(key);
    return subject === "self" ? label : text.of(label, subject);
  };
}

interface FactRowProps {
  readonly fact: RememberedFact;
  /** A former fact has nothing left to forget by itself. */
  readonly onForget?: () => void;
}

export function FactRow({ fact, onForget }: FactRowProps) {
  const text = useText("memory");
  const frame = useText("frame");
  const mayAct = useMay("operate");
  const name = useFactName()(fact);
  const { value, quote, saidAt, kind, confidence, sensitivity, ended, source } = fact;
  return (
    <li class="flex items-start gap-3 py-2.5 pr-2 pl-4 text-sm">
      <div class="min-w-0 flex-1 md:grid md:grid-cols-[9rem_1fr] md:gap-x-4">
        <span class="text-xs/5 text-muted">{name}</span>
        <div class="min-w-0">
          <p class="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            {value !== "" && (
              <span class="min-w-0 font-medium break-words" data-private>
                <Covered words={value} />
              </span>
            )}
            {ended !== null && <Badge>{ended === "forgotten" ? text.ended : text.superseded}</Badge>}
            {sensitivity !== "plain" && <Badge tone="warn">{text[sensitivity]}</Badge>}
          </p>
          {quote !== "" && (
            <p class="mt-0.5 break-words text-pretty text-soft" data-private>
              «<Covered words={quote} />»
            </p>
          )}
          <p class="mt-0.5 flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
            <span>
              {text[kind]} <RelativeTime at={saidAt} />
            </span>
            <span>{text.sure(confidence)}</span>
            {source !== null ? (
              <Link
                href={`/conversations/${source.conversationId}?run=${source.runId}`}
                class="text-accent hover:underline"
              >
                {text.message}
              </Link>
            ) : (
              ended !== "forgotten" && <span>{text.noMessage}</span>
            )}
          </p>
        </div>
      </div>
      {onForget !== undefined && (
        <IconButton
          icon="trash"
          disabled={!mayAct}
          label={mayAct ? `${text.forget}: ${name}` : frame.readOnly}
          onClick={onForget}
        />
      )}
    </li>
  );
}
