import type { PhoneNumberId } from "../ids.ts";
import type { MediaOutcome, MediaReference } from "../inbound/media.ts";

export interface MediaRequest {
  readonly phoneNumberId: PhoneNumberId;
  readonly reference: MediaReference;
  /** Breaks the attempt off: the process is stopping. */
  readonly signal: AbortSignal;
}

/** Where the files are that customers send. */
export interface MediaSource {
  /** One attempt, never repeated inside. Every failure is a value of the outcome. */
  fetch(request: MediaRequest): Promise<MediaOutcome>;
}
