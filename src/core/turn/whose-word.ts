/**
 * Decides whose word counts for what. A customer is asked about what is theirs, may be written to
 * only as they wish, and is the only one who opens their window. So words of a program or a person
 * of the shop in a conversation are heard, and are never the customer's. Only this table decides
 * it; readers of a word ask `mayDo`. A missing cell does not compile.
 */

import type { EventSource, InputType } from "../inbound/event.ts";
import type { Audience } from "../tool-calls/confirmation.ts";

/**
 * - `whatsapp`: the customer, in a webhook that WhatsApp has signed. The customers of our simulator come the same way
 * - `rehearsal`: an owner speaks as the customer, on the simulator, where no customer is
 * - `api`: a program or a person of the shop tells an agent what was said, at `POST /internal/agent/events`
 * - `operator`: a person of the shop, in the Studio, at a route of ours or in the phone app
 * - `timer`: a timer, a reminder or a follow-up came due
 * - `system`: the runtime itself: a question was answered or has expired, or a run comes back for its next segment
 * - `sandbox`: a person tries an agent out on the live books
 * - `scenario`: a script or a sandbox plays the customer, in memory
 */
export const SPEAKERS = ["whatsapp", "rehearsal", "api", "operator", "timer", "system", "sandbox", "scenario"] as const;
export type Speaker = (typeof SPEAKERS)[number];

/**
 * - `converse`: the agent hears it as the conversation's other side: it is answered, it fills in and ends a sale, it cuts off what is
 *   still unsaid, and may ask for a person
 * - `answer …`: says yes or no to a question of a tool's policy, of that audience
 * - `consent`: stops our messages, or wants them again
 * - `open window`: begins the 24 hours in which free words leave
 * - `be answered after an opt-out`: is a question of one who wants nothing that they did not ask for
 * - `ask for a tool`: "recuérdame…" lets the tools of medium risk that a reminder asks for run without a question
 * - `teach`: is kept as how customers speak
 */
export const DEEDS = [
  "converse",
  "answer customer",
  "answer operator",
  "consent",
  "open window",
  "be answered after an opt-out",
  "ask for a tool",
  "teach",
] as const;
export type Deed = (typeof DEEDS)[number];

/** `pretend`: may where no customer is real, on the simulator or a fake of the Cloud API. */
export type Leave = "may" | "pretend" | "may not";

const NOTHING: Readonly<Record<Deed, Leave>> = {
  converse: "may not",
  "answer customer": "may not",
  "answer operator": "may not",
  consent: "may not",
  "open window": "may not",
  "be answered after an opt-out": "may not",
  "ask for a tool": "may not",
  teach: "may not",
};

export const WHOSE_WORD: Readonly<Record<Speaker, Readonly<Record<Deed, Leave>>>> = {
  whatsapp: {
    converse: "may",
    "answer customer": "may",
    "answer operator": "may not",
    consent: "may",
    "open window": "may",
    "be answered after an opt-out": "may",
    "ask for a tool": "may",
    teach: "may",
  },
  // That it is said at all is what is limited: the door takes it from an owner alone, and never where customers are real.
  rehearsal: {
    converse: "may",
    "answer customer": "may",
    "answer operator": "may not",
    consent: "may",
    "open window": "may",
    "be answered after an opt-out": "may",
    "ask for a tool": "may",
    teach: "pretend",
  },
  api: {
    converse: "may",
    "answer customer": "may not",
    "answer operator": "may not",
    consent: "may not",
    // Without it no program could try a conversation out. Where WhatsApp itself is the channel, WhatsApp counts the hours.
    "open window": "pretend",
    "be answered after an opt-out": "may not",
    "ask for a tool": "may not",
    teach: "pretend",
  },
  operator: {
    converse: "may not",
    "answer customer": "may not",
    "answer operator": "may",
    consent: "may not",
    "open window": "may not",
    "be answered after an opt-out": "may not",
    "ask for a tool": "may",
    teach: "may not",
  },
  timer: NOTHING,
  system: NOTHING,
  // A call of theirs is a person's command: what it asks is answered by people of the shop, as `operator`.
  sandbox: { ...NOTHING, "ask for a tool": "may" },
  // In memory nothing leaves and nothing is written, so the whole part of the customer is played.
  scenario: {
    converse: "may",
    "answer customer": "may",
    "answer operator": "may not",
    consent: "may",
    "open window": "may",
    "be answered after an opt-out": "may",
    "ask for a tool": "may",
    teach: "may not",
  },
};

/** `areCustomersReal`: the channel ends at people's phones. */
export function mayDo(speaker: Speaker, deed: Deed, areCustomersReal = true): boolean {
  const leave = WHOSE_WORD[speaker][deed];
  return leave === "may" || (leave === "pretend" && !areCustomersReal);
}

export function mayAnswer(speaker: Speaker, audience: Audience): boolean {
  return mayDo(speaker, `answer ${audience}`);
}

/** The speaker of an event. */
export function speakerOf({
  source,
  inputType,
}: {
  readonly source: EventSource;
  readonly inputType: InputType;
}): Speaker {
  switch (inputType) {
    case "message":
      return source;
    case "echo":
    case "operator_command":
      return source === "sandbox" ? source : "operator";
    case "timer":
    case "scheduled":
      return "timer";
    case "confirmation":
    case "segment":
      return "system";
  }
}
