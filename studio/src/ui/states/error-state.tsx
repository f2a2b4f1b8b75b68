import { ApiError } from "../../api/request.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => unknown;
}

/** The failure in words, and the way out. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const text = useText("frame");
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div role="alert" class="flex animate-rise flex-col items-center gap-1 px-6 py-12 text-center">
      <span class="mb-3 grid size-13 place-items-center rounded-xl bg-bad-wash text-bad">
        <Icon name="warning" size={24} />
      </span>
      <h2 class="text-lg font-semibold">{text.failedTitle}</h2>
      <p class="max-w-md text-sm text-pretty text-muted">{useReason(error)}</p>
      {requestId !== null && <p class="mt-1 font-mono text-2xs text-muted">{text.failedRequest(requestId)}</p>}
      {onRetry !== undefined && (
        <Button class="mt-4" icon="refresh" onClick={() => void onRetry()}>
          {text.retry}
        </Button>
      )}
    </div>
  );
}

/** Tells a person why something failed. */
export function useReason(error: unknown): string {
  return useReasons()(error);
}

/** The same for failures that are still to come. The server's own sentences are English, so they are the last resort. */
export function useReasons(): (error: unknown) => string {
  const text = useText("frame");
  const codes = useCodes();
  return (error) => {
    if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
    if (error.status === 0) return text.failedOffline;
    if (error.status === 403) return text.failedForbidden;
    if (error.status === 404) return text.failedMissing;
    if (error.status === 429) return text.failedBusy;
    if (error.code === "channel_unreachable") return text.failedWhatsapp;
    if (error.status === 503) return text.failedNow;
    // The words of a fault of ours are in its log.
    if (error.status >= 500) return text.failedServer;
    const words = codes.error(error.code);
    if (words === null) return error.message;
    // A fault of a field is told by the server alone, with the field's name.
    return error.code === "request_invalid" ? `${words} ${error.message}` : words;
  };
}
