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

/** Whoever goes on writing, message after message, is answered all the same so long after the first of them. */
const PATIENCE_MS = 60_000;

/** When a reply may leave that takes `typingMs` to type: it is begun when the newest message comes. */
export function leavesAt(receivedAt: readonly Date[], typingMs: number): Date {
  const instants = receivedAt.map((at) => at.getTime());
  return new Date(Math.min(Math.max(...instants) + typingMs, Math.min(...instants) + PATIENCE_MS));
}
