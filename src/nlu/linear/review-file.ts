import { nearestName } from "../../core/nearest-name.ts";

/** A text for a person to label, as a line of a review file. */
export interface ReviewRow {
  /** The proposed label, then the person's. */
  readonly label: string;
  /** The confidence of the proposal, 0–100. */
  readonly confidence: number;
  readonly seen: number;
  /** Why it is asked, in words. */
  readonly why: string;
  readonly agentId: string;
  /** Finds the samples again. */
  readonly key: string;
  readonly text: string;
}

const COLUMNS = ["label", "confidence", "seen", "why", "agent", "key", "text"] as const;

const HEADER = [
  "# Edit the first column. Each line that has a label when you hand the file in counts as your word:",
  "# empty the label of what you do not know, or delete the line. Leave the other columns as they are.",
  `# ${COLUMNS.join("\t")}`,
];

export function writeReviewFile(rows: readonly ReviewRow[]): string {
  const lines = rows.map(({ label, confidence, seen, why, agentId, key, text }) =>
    [label, String(Math.round(confidence)), String(seen), why, agentId, key, text].map(inOneCell).join("\t"),
  );
  return `${[...HEADER, ...lines].join("\n")}\n`;
}

function inOneCell(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}

export type ReadReview =
  | { readonly kind: "read"; readonly rows: readonly ReviewRow[]; readonly skipped: number }
  /** One sentence each, with the line. */
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

/**
 * The labels that an agent knows, null when any will do; `unknown` when the agent itself is not
 * known here.
 */
export type KnownLabels = (agentId: string) => readonly string[] | null | "unknown";

/** A person's edits of a review file: all of it, or every fault in it. */
export function readReviewFile(content: string, knownLabels: KnownLabels): ReadReview {
  const faults: string[] = [];
  const rows: ReviewRow[] = [];
  let skipped = 0;
  const lines = content.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const read = readRow(line, knownLabels);
    if (typeof read === "string") faults.push(`line ${index + 1}: ${read}`);
    else if (read === null) skipped += 1;
    else rows.push(read);
  }
  return faults.length > 0 ? { kind: "faulty", faults } : { kind: "read", rows, skipped };
}

/** A sentence for an invalid row; null when its label is left empty. */
function readRow(line: string, knownLabels: KnownLabels): ReviewRow | string | null {
  const cells = line.split("\t");
  if (cells.length !== COLUMNS.length) {
    return `has ${cells.length} columns, and ${COLUMNS.length} are needed: ${COLUMNS.join(", ")}, with a tab between`;
  }
  const [label = "", confidence = "", seen = "", why = "", agentId = "", key = "", text = ""] = cells.map((cell) =>
    cell.trim(),
  );
  if (label === "") return null;
  if (!/^[0-9a-f]{32}$/.test(key)) return `has the key "${key}", which is none: leave that column as it was written`;
  if (text === "") return "has no text";
  const known = knownLabels(agentId);
  if (known === "unknown") {
    return `is about the agent "${agentId}", which is not here: set RECADO_AGENT to its file`;
  }
  const stranger = known === null ? undefined : label.split("+").find((part) => !known.includes(part));
  if (stranger !== undefined && known !== null) {
    return `"${stranger}" is no intent of ${agentId}; the nearest is "${nearestName(stranger, known)}"`;
  }
  return { label, confidence: Number(confidence), seen: Number(seen), why, agentId, key, text };
}
