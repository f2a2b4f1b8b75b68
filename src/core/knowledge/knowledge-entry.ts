/** A fact of the shop, with the questions that it answers. */
export interface KnowledgeEntry {
  /** Small letters, digits and dashes: `al-por-mayor`. The trace and the message name it. */
  readonly id: string;
  readonly title: string;
  /** Questions as customers ask them. They are searched and never said. */
  readonly asks: readonly string[];
  /** What the customer reads, whole. */
  readonly text: string;
  /** The last day on which it is true, `2026-12-24`, by the shop's calendar; null when it stays true. */
  readonly until: string | null;
}

/** The beginning of the template id under which an entry is said. */
const SAID_AS = "knowledge.";

export function saidAs({ id }: Pick<KnowledgeEntry, "id">): string {
  return `${SAID_AS}${id}`;
}

/** One sentence for each fault in a list of entries. */
export function entryFaults(entries: readonly KnowledgeEntry[]): string[] {
  return entries.flatMap(({ id, title, asks, text, until }, place) => {
    const faults: string[] = [];
    const name = `the entry ${JSON.stringify(id)}`;
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(id)) faults.push(`${name} needs an id of small letters, digits and dashes`);
    if (entries.findIndex((one) => one.id === id) < place) faults.push(`${name} is there twice`);
    if (title.trim() === "") faults.push(`${name} has no title`);
    if (text.trim() === "") faults.push(`${name} has no text`);
    if (text.length > MOST_TEXT) faults.push(`${name} has ${text.length} characters; a message holds ${MOST_TEXT}`);
    if (/\{\{/u.test(text)) faults.push(`${name} has a hole "{{", and nothing fills it`);
    if (asks.length > MOST_ASKS) faults.push(`${name} has ${asks.length} questions; at most ${MOST_ASKS} are searched`);
    if (until !== null && Number.isNaN(Date.parse(until)))
      faults.push(`${name} ends on ${JSON.stringify(until)}, no day`);
    return faults;
  });
}

const MOST_TEXT = 1_024;
const MOST_ASKS = 60;
