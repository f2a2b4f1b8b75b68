import type { LogOptions } from "./log.ts";

export interface AppHalves {
  readonly http: boolean;
  /** The door is called as a function, and opens no port. */
  readonly isHandler?: true;
  readonly worker: boolean;
  /** For the embedded database: `exclusive` refuses a second app on the same data directory. */
  readonly access: "exclusive" | "shared";
  readonly logStyle: LogOptions["style"];
}

export interface Lifetime {
  /** Run in reverse order. */
  readonly closers: (() => Promise<void>)[];
  stop(): Promise<void>;
  isStopping(): boolean;
}
