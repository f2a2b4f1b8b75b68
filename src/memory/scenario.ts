import type { InputClass } from "../core/input-class.ts";
import type { StartingPoint } from "./sandbox-conversation.ts";

/** A scripted conversation, as data: what happens, and what is to come of it. */
export interface Scenario {
  /** The number that requirements give it, or a name of its own. */
  readonly id: string;
  readonly title: string;
  readonly from?: StartingPoint;
  readonly steps: readonly ScenarioStep[];
}

/** One thing that happens (exactly one of the first group), and what is expected after it. */
export interface ScenarioStep {
  /** One message, or several that arrive together. */
  readonly says?: string | readonly string[];
  /** What the website's button wrote, with what the customer added. */
  readonly button?: string;
  readonly sticker?: true;
  /** A photo, voice note or file with its words, if any. */
  readonly media?: { readonly inputClass: InputClass; readonly words?: string };
  /** `"90s"`, `"6m"`, `"30h"`: time passes and timers fire. */
  readonly wait?: string;
  /** The same, while no worker runs; what is due fires at the end. */
  readonly away?: string;
  readonly forced?: string;
  /** The operator ends their part: the next message opens a new session. Also a nightly close. */
  readonly handsBack?: true;
  readonly operatorSays?: string;
  /** Only so many messages of the last block had left when the next thing happens. */
  readonly cutAfter?: number;
  /** The last turn once more, with the same input: it must decide the same, and change nothing. */
  readonly replay?: true;
  readonly expect?: Expectation;
}

/** Whatever is named is compared; whatever is not is free. */
export interface Expectation {
  readonly mode?: string;
  readonly intent?: string;
  /** Some of the captured data; null where there must be none. */
  readonly data?: Readonly<Record<string, string | null>>;
  readonly pack?: string | null;
  readonly signals?: readonly string[];
  /** The level that is armed now; null for none. */
  readonly level?: string | null;
  /** Seconds until it is due. */
  readonly dueIn?: number;
  /** Groups of the templates that were said, in order: `["hola", "precio"]`. */
  readonly templates?: readonly string[];
  readonly templateIds?: readonly string[];
  /** Regular expressions, one for each text. */
  readonly texts?: readonly string[];
  readonly replies?: number;
  /** Groups that wait for a later turn. */
  readonly pending?: readonly string[];
  readonly orders?: readonly {
    readonly pack?: string | null;
    readonly total?: number;
    readonly status?: string;
    readonly shippingAddress?: string;
  }[];
  readonly tools?: readonly string[];
  readonly handoff?: boolean;
  readonly session?: string;
  readonly windowClosed?: boolean;
  /** How often timers fired while time passed. */
  readonly fired?: number;
}
