/** `"Marta Ríos", "Cali"`: the given values as a question says them; what is left out is no part of it. */
export function quoted(said: Readonly<Record<string, string | null | undefined>>): string {
  const values = Object.values(said).filter((value) => value != null);
  return values.map((value) => `"${value}"`).join(", ");
}
