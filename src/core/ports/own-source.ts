/** The parts of Recado that its people may read from their phones: its pages, its schema and how it is set. No secrets. */
export interface OwnSource {
  /** Names, such as `docs/planner.md`. */
  list(): Promise<readonly string[]>;
  /** null when there is no such part. */
  read(name: string): Promise<string | null>;
  /** Settings without secrets, and the version. */
  config(): Readonly<Record<string, string>>;
  version(): { readonly recado: string; readonly node: string };
  /** What the agents of this process can do. */
  skills(): readonly Skill[];
}

/** An agent, as its people read of it. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly tools: readonly string[];
}

export const NO_OWN_SOURCE: OwnSource = {
  list: async () => [],
  read: async () => null,
  config: () => ({}),
  version: () => ({ recado: "", node: "" }),
  skills: () => [],
};
