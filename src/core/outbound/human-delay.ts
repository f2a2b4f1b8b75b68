import type { OutboundContent } from "./outbound-content.ts";

/** Requirement A29: 2 s for the shortest message, 12 s from 250 characters on, logarithmic between. */
const SHORTEST_MS = 2_000;
const LONGEST_MS = 12_000;
const CAP_CHARACTERS = 250;

/** How long a person would type `text`, in ms. `speed` scales it: 1 like a person, 0.2 fast, 0 at once. */
export function humanDelayMs(text: string, speed: number): number {
  const characters = Math.min(CAP_CHARACTERS, Math.max(1, Array.from(text).length));
  const share = Math.log(characters) / Math.log(CAP_CHARACTERS);
  return Math.round((SHORTEST_MS + (LONGEST_MS - SHORTEST_MS) * share) * speed);
}

/** The same of any message. A picture is as long as its caption; a reaction is one touch of a finger. */
export function typingMs(content: OutboundContent, speed: number): number {
  switch (content.type) {
    case "reaction":
      return 0;
    case "media":
      return humanDelayMs(content.caption ?? "", speed);
    case "template":
      return humanDelayMs("", speed);
    case "text":
    case "buttons":
    case "list":
    case "location_request":
      return humanDelayMs(content.body, speed);
  }
}

/**
 * A customer who keeps writing waits as long as the longest message takes, counted from their first
 * unanswered message. So a wait for more words may make a short reply as late as a long one, and no
 * reply later than that.
 */
const PATIENCE_MS = LONGEST_MS;

/** When a reply is to leave. */
export interface Departure {
  readonly at: Date;
  /** When the newest words came that it answers. */
  readonly spokenAt: Date;
}

/** A reply that takes `typingMs` to type is begun when the newest words come; `spokenAt` is never empty. */
export function departure(
  spokenAt: readonly Date[],
  { typingMs, speed }: { readonly typingMs: number; readonly speed: number },
): Departure {
  const instants = spokenAt.map((at) => at.getTime());
  const newest = Math.max(...instants);
  const at = Math.min(newest + typingMs, Math.min(...instants) + PATIENCE_MS * speed);
  return { at: new Date(at), spokenAt: new Date(newest) };
}

/**
 * A reply that is decided again without new words leaves no later than the one that it replaces.
 */
export function notLater(renewed: Departure, former: Departure): Departure {
  return renewed.spokenAt > former.spokenAt || renewed.at <= former.at ? renewed : { ...renewed, at: former.at };
}

/** True while a reply may still be thought over for what comes meanwhile: thinking takes time at every speed. */
export function isPatient(spokenAt: readonly Date[], now: Date): boolean {
  return spokenAt.every((at) => now.getTime() - at.getTime() < PATIENCE_MS);
}
