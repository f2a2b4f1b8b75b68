/** The label of an entry of the shop's knowledge begins so, in training texts and in rules. */
export const ENTRY = "knowledge.";

export function isEntryLabel(label: string): boolean {
  return label.startsWith(ENTRY);
}
