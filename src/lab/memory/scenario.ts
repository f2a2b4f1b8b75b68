import type { MediaKind } from "../../core/inbound/content.ts";
import type { PictureClass } from "../../core/inbound/understanding.ts";
import type { StartingPoint } from "./starting-point.ts";

/**
 * A scripted conversation, as data: what happens, and what is to come of it. `docs/testing.md`
 * tells every word.
 */
export interface Scenario {
  /** The number that requirements give it, or a name of its own. */
  readonly id: string;
  readonly title: string;
  readonly from?: StartingPoint;
  readonly steps: readonly ScenarioStep[];
  /** Where it can be played, when not in both places. */
  readonly only?: "memory" | "full";
  /**
   * Why it is known to fail. One that passes all the same is a failure: the mark is out of date.
   */
  readonly fails?: string;
}

/**
 * `words`: what is said in a voice note, or written beside a file. A voice note without them stays
 * unclear.
 */
export interface ScenarioMedia {
  readonly kind: MediaKind;
  readonly words?: string;
  /** What is seen in a picture or a document. A file without it shows nothing. */
  readonly shows?: { readonly class: PictureClass; readonly text?: string };
}

/**
 * `question`: the first, the second, … of those that are open, the oldest first; absent: the
 * newest.
 */
export interface ScenarioAnswer {
  readonly decision: "approve" | "deny";
  readonly question?: number;
}

/**
 * One thing that happens, and what is expected after it. `cutAfter` goes with the customer's next
 * words.
 */
export interface ScenarioStep {
  /** One message, or several that arrive together. */
  readonly says?: string | readonly string[];
  /** The title of a button that the customer pressed. */
  readonly button?: string;
  readonly sticker?: true;
  /** A photo, voice note, video or file with its words, if any. */
  readonly media?: ScenarioMedia;
  /** `"90s"`, `"6m"`, `"30h"`, `"2d"`: time passes and timers fire. */
  readonly wait?: string;
  /** The same, while no worker runs; what is due fires at the end. */
  readonly away?: string;
  /** The system decides this intent in the customer's place. */
  readonly forced?: string;
  /** The operator writes to the customer; the agent goes on. */
  readonly operatorSays?: string;
  /** A person takes the conversation over: the bot falls silent. */
  readonly takesOver?: true;
  /** The operator ends their part: the next message opens a new session. */
  readonly handsBack?: true;
  /**
   * Answers a call that waits for a yes: the customer by its buttons, or a person of the
   * shop.
   */
  readonly answers?: ScenarioAnswer;
  /** The nightly close. */
  readonly nightly?: true;
  /**
   * A fault of the simulator from here on. It must change nothing of what the conversation comes
   * to.
   */
  readonly fault?: Readonly<Record<string, unknown>>;
  /**
   * What happened last happens once more, as after a crash or a redelivery: it must change nothing.
   */
  readonly replay?: true;
  /** Goes with `says` or `media`: files that came together with it. */
  readonly files?: readonly ScenarioMedia[];
  /** Only so many messages of the last block had left when the customer spoke. */
  readonly cutAfter?: number;
  readonly expect?: Expectation;
}

/** Whatever is named is compared; whatever is not is free. */
export interface Expectation {
  readonly mode?: string;
  readonly intent?: string;
  /** Least and most. */
  readonly confidence?: readonly [number, number];
  /** Some of the captured data; null where there must be none. */
  readonly data?: Readonly<Record<string, string | null>>;
  readonly pack?: string | null;
  readonly signals?: readonly string[];
  /** The level that is armed now; null for none. */
  readonly level?: string | null;
  /** `"6m"`: how long until it is due. */
  readonly dueIn?: string;
  /** Groups of the templates that were said, in order: `["hola", "precio"]`. */
  readonly templates?: readonly string[];
  readonly templateIds?: readonly string[];
  /** Regular expressions, one for each text. */
  readonly texts?: readonly string[];
  readonly replies?: number;
  /** Groups that wait for a later turn. */
  readonly pending?: readonly string[];
  /** Every order of this conversation. */
  readonly orders?: readonly ExpectedOrder[];
  /** Tools that the agent called in this step. */
  readonly tools?: readonly string[];
  /** Tasks for people, of this conversation. */
  readonly tasks?: readonly { readonly priority?: string; readonly title?: string }[];
  readonly handoff?: boolean;
  readonly session?: string;
  /** Whether the agent answers in this conversation. */
  readonly bot?: "on" | "off";
  readonly windowClosed?: boolean;
  /** How often timers fired while time passed. */
  readonly fired?: number;
  /** Tokens that a model used in the step. */
  readonly tokens?: number;
}

export interface ExpectedOrder {
  readonly pack?: string | null;
  readonly total?: number;
  readonly status?: string;
  readonly source?: string;
  readonly shippingAddress?: string;
  readonly note?: string | null;
}
