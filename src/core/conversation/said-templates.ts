/**
 * The list of sent templates without those whose messages never left; of a template that was sent
 * twice the newest goes.
 */
export function withoutTemplates(listed: readonly string[], unsaid: readonly (string | null)[]): string[] {
  const left = [...listed];
  for (const id of unsaid) {
    const place = id === null ? -1 : left.lastIndexOf(id);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}
