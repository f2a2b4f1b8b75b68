/** The example below the help of a command. */
export function example(command: string, what: string): string {
  return `\nExample:\n  $ ${command}\n    ${what}\n`;
}
