/** Where a conversation stands when it begins: by default at its very start. */
export interface StartingPoint {
  readonly mode?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly pack?: string | null;
  readonly intents?: readonly string[];
  readonly sent?: readonly string[];
  readonly pending?: readonly string[];
  /** Our last words. */
  readonly said?: readonly string[];
  /** What an earlier session knew. */
  readonly known?: Readonly<Record<string, string>>;
  /** A timer that counts already, from now. */
  readonly armed?: { readonly level: string; readonly inSeconds: number };
  /** `off`: a person answers here already. */
  readonly bot?: "on" | "off";
}
