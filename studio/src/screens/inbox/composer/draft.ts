/** A file that the server has already and that leaves with the next message. */
export interface Attached {
  readonly id: string;
  readonly kind: "image" | "audio" | "video" | "document";
  readonly type: string;
  readonly fileName: string | null;
  readonly sizeBytes: number;
}

/** The message that a reply answers. */
export interface Quote {
  readonly id: string;
  readonly words: string;
}

/** What a person has begun to write in one conversation. It outlives a change of conversation and a reload. */
export interface Draft {
  readonly isNote: boolean;
  readonly reply: string;
  readonly note: string;
  readonly attached: readonly Attached[];
  readonly quote: Quote | null;
  /** The template that is being filled in, as `name/language`; empty when none is chosen. */
  readonly template: { readonly key: string; readonly values: readonly string[] };
}
