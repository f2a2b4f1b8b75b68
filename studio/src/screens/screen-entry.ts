import type { ComponentType } from "preact";
import type { IconName } from "../ui/icon.tsx";

export interface ScreenProps {
  /** The id in `/runs/:id`; null on the list. */
  readonly id: string | null;
}

/** The name of a screen: its folder, its first address and the name of its texts. */
export type ScreenName =
  | "inbox"
  | "orders"
  | "confirmations"
  | "sandbox"
  | "replay"
  | "runs"
  | "timers"
  | "calendar"
  | "metrics"
  | "knowledge"
  | "documents"
  | "agents"
  | "contacts"
  | "live"
  | "people";

export interface ScreenEntry {
  readonly name: ScreenName;
  /** The addresses below `/studio`. The screen gets `:id?` as its `id`. */
  readonly paths: readonly string[];
  readonly icon: IconName;
  /** The key that opens the screen after `g`. */
  readonly key: string;
  /** The screen stands in the bar of a phone, not under `More`. */
  readonly onPhones?: true;
  /** What a person must be allowed to open it; nothing in particular when it is left out. */
  readonly needs?: "administer" | "sales";
  readonly load: () => Promise<{ default: ComponentType<ScreenProps> }>;
}
