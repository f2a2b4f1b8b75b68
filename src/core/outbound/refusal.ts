/**
 * What the channel's "no" means and what follows from it, in whatever words: the adapter names the
 * kind (`src/whatsapp/graph-errors.ts`), this table says the rest. No other code decides by an
 * error code.
 */
export const REFUSAL_KINDS = [
  "pair_limit",
  "throttled",
  "maintenance",
  "hiccup",
  "credential",
  "number",
  "registration",
  "window_closed",
  "unreachable",
  "bad_request",
  "media",
  "users_media_gone",
  "spam_limit",
  "user_limit",
  "marketing_stopped",
  "not_now",
  "blocked_by_us",
  "bsuid_not_allowed",
  "template",
  "unknown",
] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/**
 * When the same message may be accepted after a refusal: soon, by itself (a throttle); once a
 * person has corrected the account or its token, however long that takes; or never.
 */
export type SendAgain = "soon" | "once_mended" | "never";

/** How tries of one message are spaced: `firstMs`, then times `factor`, up to `maxMs`. */
export interface Spacing {
  readonly firstMs: number;
  readonly factor: number;
  readonly maxMs: number;
  /** How much of the delay is drawn by lot: a crowd that was refused together must not come back together. */
  readonly jitter: "none" | "half" | "full";
  /** Tries in all, the first one included. Null: until the message may not leave any more (its window closes). */
  readonly tries: number | null;
}

/**
 * The scope of a circuit: all messages of one access token, all of one business number, or, for a
 * while, the unrequested ones (templates) of one number.
 */
export const CIRCUIT_SCOPES = ["credential", "number", "proactive"] as const;
export type CircuitScope = (typeof CIRCUIT_SCOPES)[number];

export type ContactMark = "unreachable" | "marketing_stopped";

export interface RefusalPolicy {
  readonly again: SendAgain;
  /** For sends that are repeated `soon`; null for the others. */
  readonly spacing: Spacing | null;
  /** The messages behind it wait, all but one that tries at times (`proactive`: all, for a day). */
  readonly circuit: CircuitScope | null;
  /** A person of the shop should hear of it. */
  readonly alerts: boolean;
  readonly marksContact: ContactMark | null;
  /** For the shop: what happened. */
  readonly meaning: string;
  /** For the shop: what to do now. */
  readonly wayOut: string;
}

/** Meta's own rule for one customer: again after 4^X seconds, X = 0, 1, 2, …. */
const PAIR_SPACING: Spacing = { firstMs: 1_000, factor: 4, maxMs: 64_000, jitter: "none", tries: null };

/** Limits delay, they never drop: tried until the window closes. */
const THROTTLE_SPACING: Spacing = { firstMs: 1_000, factor: 2, maxMs: 60_000, jitter: "full", tries: null };

/** 20 s apart and at least five times; an hour's maintenance is no reason to lose a reply. */
const MAINTENANCE_SPACING: Spacing = { firstMs: 20_000, factor: 1, maxMs: 20_000, jitter: "none", tries: null };

const HICCUP_SPACING: Spacing = { firstMs: 1_000, factor: 3, maxMs: 10_000, jitter: "half", tries: 3 };

/**
 * No byte left, so a repetition costs nothing: the network may be away for an hour, and the
 * customer still waits.
 */
export const NOT_SENT_SPACING: Spacing = { firstMs: 1_000, factor: 2, maxMs: 60_000, jitter: "half", tries: null };

const FOR_GOOD = {
  again: "never",
  spacing: null,
  circuit: null,
  alerts: false,
  marksContact: null,
} as const;

const SOON = { ...FOR_GOOD, again: "soon" } as const;

const ONCE_MENDED = { ...FOR_GOOD, again: "once_mended", alerts: true } as const;

export const REFUSALS: Readonly<Record<RefusalKind, RefusalPolicy>> = {
  pair_limit: {
    ...SOON,
    spacing: PAIR_SPACING,
    meaning: "Too many messages to one customer in a short time.",
    wayOut: "Nothing: it is sent again after 1, 4, 16, 64 seconds. Say less in one go if it happens often.",
  },
  throttled: {
    ...SOON,
    spacing: THROTTLE_SPACING,
    circuit: "number",
    meaning: "Meta takes no more messages of this number, app or account for the moment.",
    wayOut: "Nothing: sending goes on by itself. If it happens every day, ask Meta for a higher throughput.",
  },
  maintenance: {
    ...SOON,
    spacing: MAINTENANCE_SPACING,
    meaning: "Meta is working on the number or on its servers.",
    wayOut: "Nothing: it is tried again every 20 seconds.",
  },
  hiccup: {
    ...SOON,
    spacing: HICCUP_SPACING,
    meaning: "Something went wrong at Meta, which says itself that it did not take the message.",
    wayOut: "Nothing at first: it is tried three times. If it stays, look at metastatus.com.",
  },
  credential: {
    ...ONCE_MENDED,
    circuit: "credential",
    meaning: "The access token has expired, was revoked, or may not send for this number.",
    wayOut:
      "Make a new permanent token with whatsapp_business_messaging for this account, set WHATSAPP_ACCESS_TOKEN and restart. What waits goes out then.",
  },
  number: {
    ...ONCE_MENDED,
    circuit: "number",
    meaning: "Meta has restricted the account: a policy, a country, or an unpaid bill.",
    wayOut:
      "Look at the account's quality and at its payment method in WhatsApp Manager. What waits goes out once Meta takes messages again.",
  },
  registration: {
    ...ONCE_MENDED,
    circuit: "number",
    meaning: "The business number is not registered for the Cloud API, or its name is not approved.",
    wayOut: "Register the number and check its display name in WhatsApp Manager. What waits goes out then.",
  },
  window_closed: {
    ...FOR_GOOD,
    meaning: "More than 24 hours have passed since the customer's last message.",
    wayOut: "Send an approved template; the customer's answer opens the window again.",
  },
  unreachable: {
    ...FOR_GOOD,
    marksContact: "unreachable",
    meaning: "The customer cannot get it: no WhatsApp on this number, a very old app, or new terms not accepted.",
    wayOut: "Reach the customer another way. If they write, they can be answered again.",
  },
  bad_request: {
    ...FOR_GOOD,
    alerts: true,
    meaning: "Recado built a message that Meta does not understand: a mistake of ours or of the agent.",
    wayOut: "Look at the message's error text, mend the agent, and report it if the agent is not the cause.",
  },
  media: {
    ...FOR_GOOD,
    meaning: "Meta could not use the file that was sent: wrong type, too big, or its link does not answer.",
    wayOut: "Check that the file is what its type says and that its link is public, then send it again.",
  },
  users_media_gone: {
    ...FOR_GOOD,
    meaning: "A file that the customer sent could not be fetched.",
    wayOut: "Ask the customer to send it again.",
  },
  spam_limit: {
    ...FOR_GOOD,
    alerts: true,
    circuit: "proactive",
    meaning: "Too many people have blocked or reported this number: Meta limits what it may send.",
    wayOut: "Send only answers for a day, no campaigns; look at the number's quality in WhatsApp Manager.",
  },
  user_limit: {
    ...FOR_GOOD,
    meaning: "This customer has had as many marketing messages from businesses as Meta allows.",
    wayOut: "Do not send it again within 24 hours. An answer to a message of theirs is always possible.",
  },
  marketing_stopped: {
    ...FOR_GOOD,
    marksContact: "marketing_stopped",
    meaning: "The customer has stopped marketing messages from this business.",
    wayOut: "Respect it. Recado sends this customer no marketing template any more.",
  },
  not_now: {
    ...FOR_GOOD,
    meaning: "Meta kept the message back as part of an experiment.",
    wayOut: "Nothing: the same message to the same customer will not pass.",
  },
  blocked_by_us: {
    ...FOR_GOOD,
    meaning: "The business has blocked this customer.",
    wayOut: "Unblock the customer in WhatsApp Manager if they should be answered.",
  },
  bsuid_not_allowed: {
    ...FOR_GOOD,
    meaning: "This message cannot be addressed by the customer's WhatsApp user id.",
    wayOut: "It needs the customer's phone number: ask for it.",
  },
  template: {
    ...FOR_GOOD,
    alerts: true,
    meaning: "The template does not exist in this language, is paused, or its variables do not fit.",
    wayOut: "Compare the template's name, language and variables with WhatsApp Manager.",
  },
  unknown: {
    ...FOR_GOOD,
    alerts: true,
    meaning: "Meta refused it with a code that Recado does not know.",
    wayOut: "Look the code up in Meta's list of Cloud API error codes.",
  },
};

/** The wait before the next try; null when none is left. `tries` were made, the refused one included. `random` in [0, 1). */
export function nextTryMs(spacing: Spacing, tries: number, random: number): number | null {
  if (spacing.tries !== null && tries >= spacing.tries) return null;
  const wholeMs = Math.min(spacing.maxMs, spacing.firstMs * spacing.factor ** Math.max(0, tries - 1));
  switch (spacing.jitter) {
    case "none":
      return wholeMs;
    case "half":
      return Math.round(wholeMs / 2 + (wholeMs / 2) * random);
    case "full":
      return Math.round(wholeMs * random);
  }
}
