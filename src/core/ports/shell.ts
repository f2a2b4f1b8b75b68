/** Commands on the machine of a developer. It exists only where a flag asks for it and no message comes from WhatsApp. */
export interface Shell {
  run(command: string): Promise<CommandEnd>;
}

export interface CommandEnd {
  /** null: it took too long, and was killed with all that it had begun. */
  readonly exitCode: number | null;
  /** What it wrote, both streams, cut. */
  readonly output: string;
}
