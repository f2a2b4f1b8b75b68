/**
 * How long what is kept is kept, by class of data: the one table that the nightly job, the route and the documents follow. Which
 * table belongs to which class stands in src/postgres/governance/retained-tables.ts.
 */
export const DATA_CLASSES = ["journals", "messages", "files", "webhooks", "nlu_samples", "memory", "alerts"] as const;
export type DataClass = (typeof DATA_CLASSES)[number];

/** null: for good. */
export type KeepDays = Readonly<Record<DataClass, number | null>>;

export interface RetentionRule {
  readonly covers: string;
  /** The days when neither the workspace nor the environment sets any. */
  readonly defaultDays: number | null;
  /** Fewer would take what is still needed. */
  readonly leastDays: number;
}

export const RETENTION: Readonly<Record<DataClass, RetentionRule>> = {
  journals: {
    covers:
      "what a run thought and did: inputs and outputs of its steps and tool calls, questions that it asked and why, doubts",
    defaultDays: 90,
    // Samples are copied from it within the hour; a week is for people who look for a fault.
    leastDays: 7,
  },
  messages: {
    covers:
      "what was said, both ways, as it came and as the chat record has it; summaries; what a file was understood to say; notes of takeovers",
    defaultDays: null,
    // A customer who returns within the month is answered with their history.
    leastDays: 30,
  },
  files: { covers: "the bytes of customers' files", defaultDays: 90, leastDays: 1 },
  webhooks: {
    covers:
      "unreadable items from WhatsApp, its notices, the raw bodies of delivery reports, and posts of the event feed that are over",
    defaultDays: 30,
    // WhatsApp delivers again for seven days; what is kept is how it is known.
    leastDays: 8,
  },
  nlu_samples: { covers: "what was understood, for learning", defaultDays: 90, leastDays: 1 },
  memory: {
    covers: "what customers said about themselves, with their words",
    defaultDays: null,
    leastDays: 1,
  },
  alerts: { covers: "alerts that are over", defaultDays: 365, leastDays: 30 },
};

export const MOST_KEEP_DAYS = 36_500;

/** The days of a workspace: its own, else the installation's, else the rule's. */
export function keepDaysOf(own: Partial<KeepDays>, installation: Partial<KeepDays> = {}): KeepDays {
  const days = (of: DataClass) =>
    [own[of], installation[of], RETENTION[of].defaultDays].find((one) => one !== undefined);
  return Object.fromEntries(DATA_CLASSES.map((of) => [of, days(of) ?? null])) as Record<DataClass, number | null>;
}

/** The fault, in one sentence; null when there is none. */
export function retentionFault(days: KeepDays): string | null {
  for (const of of DATA_CLASSES) {
    const kept = days[of];
    const { leastDays } = RETENTION[of];
    if (kept === null) continue;
    if (!Number.isInteger(kept) || kept < leastDays || kept > MOST_KEEP_DAYS) {
      return `${of}: must be a whole number of days from ${leastDays} to ${MOST_KEEP_DAYS}, or null for good, not ${kept}`;
    }
  }
  // A journal holds the words of its messages.
  if (days.messages !== null && (days.journals === null || days.journals > days.messages)) {
    return `journals: must not be kept for longer than messages (${days.messages} days), whose words they hold; they would be for ${days.journals === null ? "good" : `${days.journals} days`}`;
  }
  return null;
}

/** How much of a run is left. It only moves down this list. */
export const KEPT = ["all", "messages", "nothing"] as const;
