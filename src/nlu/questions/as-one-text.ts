/** The messages of a burst answer together. The texts of a model's training are joined in the same way. */
export function asOneText(messages: readonly string[]): string {
  return messages.join(". ");
}
