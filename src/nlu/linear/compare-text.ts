/** The order of UTF-16 units: the same on every machine, so that texts in any order train one model. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
