import type { EventId } from "../ids.ts";

export const FACT_KINDS = ["stated", "captured", "requested", "confirmed"] as const;
/**
 * - `stated`: the customer said it in passing
 * - `captured`: a flow asked for it
 * - `requested`: the customer asked to remember it
 * - `confirmed`: the customer said yes when they were asked
 */
export type FactKind = (typeof FACT_KINDS)[number];

export const SENSITIVITIES = ["plain", "health", "identity", "payment"] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

/** Something that a customer said about themselves, with their own words. */
export interface NewFact {
  /** The message that said it. */
  readonly eventId: EventId;
  /** `self`, or a person of theirs in their own word (`hija`). */
  readonly subject: string;
  /** Small letters and underscores: `display_name`, `ciudad`. */
  readonly key: string;
  readonly value: string;
  /** A part of that message, letter by letter. */
  readonly quote: string;
  readonly saidAt: Date;
  readonly kind: FactKind;
  /** 0–100. */
  readonly confidence: number;
  readonly sensitivity: Sensitivity;
  /** The customer's yes; absent when the message itself asks to remember it, or when it is not sensitive. */
  readonly consentEventId?: EventId;
}

/** Words of the customer themselves: typed or spoken, and not forwarded. */
export interface OwnLine {
  readonly eventId: EventId;
  readonly text: string;
  readonly saidAt: Date;
}

/** A question whether something sensitive may be remembered. It holds none of their words. */
export interface AskedPermission {
  readonly sensitivity: Sensitivity;
  readonly key: string;
  /** The message that told it. */
  readonly eventId: EventId;
  readonly saidAt: Date;
}

/** A fact that is known now. */
export interface Fact extends Omit<NewFact, "eventId"> {
  readonly id: string;
}

/** The newest facts that are read of one customer. Older ones are kept, exported and erased, and read by no turn. */
export const MOST_FACTS = 200;

/** Requirement R14: what stands in the view `memory_profile`, by the key of its fact. */
export const PROFILE_KEYS = [
  "display_name",
  "tone_preference",
  "language_preference",
  "timezone",
  "goals",
  "constraints",
] as const;
export type ProfileKey = (typeof PROFILE_KEYS)[number];

export interface MemoryProfile {
  readonly displayName: string | null;
  readonly tonePreference: string | null;
  readonly languagePreference: string | null;
  readonly timezone: string | null;
  readonly goals: string | null;
  readonly constraints: string | null;
  readonly updatedAt: Date;
}

/** What an agent remembers of its customer. It is data, never an instruction. */
export interface AgentMemory {
  /** null when no fact belongs to it. */
  readonly profile: MemoryProfile | null;
  /** At most 5, those that have most to do with the message first; none for an input that uses no tool. */
  readonly facts: readonly Fact[];
  /** At most 3 places of earlier talks that have most to do with the message; none for an input that uses no tool. */
  readonly windows: readonly PastWindow[];
}

/** A line of an earlier talk, with the lines before and after it. */
export interface PastWindow {
  readonly at: Date;
  readonly lines: readonly { readonly role: "user" | "assistant"; readonly content: string }[];
}

export interface Forgetting {
  readonly facts: "all" | readonly string[];
  readonly fields: "all" | readonly string[];
}

/** Several values of these stand beside each other; a new value of any other key ends the one before. */
export const LIST_KEYS: readonly string[] = ["likes", "dislikes", "allergy", "goals", "constraints", "note"];

export function isList(key: string): boolean {
  return LIST_KEYS.includes(key);
}

/** A datum whose name begins with an underscore is the agent's own note of where it stands: no customer told it. */
export function isOfAgent(field: string): boolean {
  return field.startsWith("_");
}
