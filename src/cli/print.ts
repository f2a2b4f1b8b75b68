/** Writes a line, or several, to standard output. */
export function print(lines: string | readonly string[]): void {
  process.stdout.write(`${typeof lines === "string" ? lines : lines.join("\n")}\n`);
}

/** Prints one line of JSON for a script, else lines for a person. */
export function printResult(json: true | undefined, result: unknown, lines: () => string | readonly string[]): void {
  print(json ? JSON.stringify(result) : lines());
}
