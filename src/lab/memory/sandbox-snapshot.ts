import type { ChatLine, Session } from "../../core/agent/session.ts";
import type { UnsaidMessage } from "../../core/outbound/outbox.ts";
import type { ArmedTimer } from "../../core/time/timer-policy.ts";
import type { KeptEffects } from "./sandbox-effects.ts";
import type { SandboxQuestion } from "./sandbox-question.ts";

/** A conversation in memory as data. What stands in it is never changed. */
export interface SandboxSnapshot extends KeptEffects {
  readonly now: Date;
  readonly session: Session;
  readonly sessionCount: number;
  readonly known: Readonly<Record<string, string>>;
  readonly isBotOn: boolean;
  readonly timer: ArmedTimer | null;
  readonly unsaid: readonly UnsaidMessage[];
  readonly lastBlock: readonly UnsaidMessage[];
  /** Wait for a yes, the oldest first. */
  readonly questions: readonly SandboxQuestion[];
  readonly lastHeardAt: Date;
  readonly quietSince: Date;
  /** The newest lines; `forgotten` counts those before them. */
  readonly history: readonly ChatLine[];
  readonly forgotten: number;
}
